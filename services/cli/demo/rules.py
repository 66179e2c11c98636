"""The rules that the houses play by: put forward by one person each, approved by another."""

from __future__ import annotations

from eyesdown_client import ProfileStanding, Selector
from services.cli.demo.evening import ROOMS, Evening
from services.cli.demo.games import opened

FORWARD = (("akl", "mere"), ("wlg", "mere"), ("mem", "mel"))
"""Who answers for the games of each venue; Olga of the head office approves."""


async def stood_for(evening: Evening) -> None:
    """Every text that is loaded, in every venue; before that nothing is opened."""
    evening.begin("Before anything is opened two persons stand for the rules of each house.")
    await evening.refused(
        "a game by rules that nobody has stood for",
        "PROFILE_NOT_APPROVED",
        opened(evening, 1, "E-4711", Selector.ELECTRONIC, ROOMS),
    )
    found: list[str] = []
    for venue, manager in FORWARD:
        found += await _stood_for(evening, venue, manager)
    # Three in Auckland, two in Wellington, one in Memphis
    evening.check("texts that stand", len(found), 6)
    evening.check("approved by", sorted(set(found)), ["olga"])


async def _stood_for(evening: Evening, venue: str, manager: str) -> list[str]:
    """Who approved the texts of a venue, once all of them stand."""
    ours, olga = evening[manager].profiles, evening["olga"].profiles
    for each in (await ours.list_profiles(venue=venue)).profiles:
        text = each.approval.sha256
        made = await ours.put_forward(each.profile, venue=venue, sha256=text)
        book, change = made.book.name, made.change
        if change == 1:
            await evening.refused(
                f"{manager} approves it too",
                "OWN_PROFILE_CHANGE",
                ours.approve(book, change=change, sha256=text),
            )
        await olga.approve(book, change=change, sha256=text)
        evening.say(f"{venue}: {each.profile}, text {text.hex()[:12]}, by {manager} and olga")
    listed = (await olga.list_profiles(venue=venue)).profiles
    return [
        each.approval.approved_by
        for each in listed
        if ProfileStanding(each.approval.standing) is ProfileStanding.APPROVED
    ]
