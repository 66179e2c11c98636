"""An insider who can write to the journal changes a commit and makes the chain whole again."""

import random

from eyesdown.journal.v1 import commit_pb2
from services.kernel.law import pick
from services.kernel.record.seal import Sealer, commitment
from tests.kernel.audit.conftest import JARS, PLACE
from tests.kit.tamper import change_a_fact, rewritten
from tests.kit.toy.v1 import toy_pb2

SEED = 20261129
TIMES = 150
ONE, TWO, _, FOUR = JARS


def at(record, name, version: int) -> int:
    """Where the version of an aggregate lies in the stream."""
    of_it = [index for index, raw in enumerate(record.raws) if raw.subject == name.subject]
    return of_it[version - 1]


async def found(record, raws, **how) -> list[tuple[str, int, str]]:
    """Name, version and reason of what an audit finds."""
    report = (await record.audit(raws, **how)).report
    return [(finding.name, finding.version, finding.why) for finding in report.findings]


async def test_any_changed_fact_is_found_by_deciding_again(record):
    chance = random.Random(SEED)
    changed = set()
    for number in range(TIMES):
        where = chance.randrange(len(record.raws))
        told: list[str] = []

        def change(commit, told=told):
            told.append(change_a_fact(chance, commit))

        raws = rewritten(record.raws, where, change)
        if not told[0]:
            continue
        changed.add(told[0])
        stored = commit_pb2.Commit.FromString(raws[where].body)
        findings = await found(record, raws)
        assert [each[:2] for each in findings] == [(stored.name, stored.version)], (
            f"{number}: {told[0]} of {stored.name} version {stored.version}: {findings}"
        )
    # Every kind of event, and the row, were among them.
    assert {each.partition(".")[0] for each in changed} >= {
        *("JarOpened", "BeadsPut", "BeadsTaken", "JarEmptied", "BeadsHidden", "BeadsShown"),
        *("LidTried", "JarRow"),
    }


async def test_it_is_said_what_differs_and_what_was_not_examined_for_it(record):
    def more(commit):
        commit.events[0].Pack(toy_pb2.BeadsTaken(hand=2, count=5))

    audit = await record.audit(rewritten(record.raws, at(record, ONE, 5), more))
    (finding,) = audit.report.findings
    assert (finding.name, finding.version) == (str(ONE), 5)
    assert finding.sequence == record.raws[at(record, ONE, 5)].sequence
    assert (
        finding.why == "what is said to have happened is not what the law decides on this request"
    )
    # Jar one has seven commits: the fifth, sixth and seventh rest on what was found.
    assert audit.report.proven.unexamined == 3
    assert audit.report.proven.decided == 22 - 3


async def test_another_standing_row_or_refusal_is_found(record):
    def ended(commit):
        commit.summary.standing = commit_pb2.STANDING_ENDED

    def no_refusal(commit):
        commit.ClearField("refusal")

    def other_keeper(commit):
        commit.refusal.facts["keeper"] = "cy"

    row = "its row or standing is not that of the state it leads to"
    refusal = "the refusal on record is not what the law decides on this request"
    tried = at(record, TWO, 5)
    assert commit_pb2.Commit.FromString(record.raws[tried].body).HasField("refusal")
    for where, change, why in (
        (at(record, ONE, 2), ended, row),
        (tried, no_refusal, refusal),
        (tried, other_keeper, refusal),
    ):
        findings = await found(record, rewritten(record.raws, where, change))
        assert [each[2] for each in findings] == [why]


async def test_a_command_that_the_law_refuses_is_found(record):
    def too_many(commit):
        request = toy_pb2.TakeBeadsRequest(name=str(ONE), count=99)
        request.request_id = commit.request_id
        commit.command.request.Pack(request)
        commit.events[0].Pack(toy_pb2.BeadsTaken(hand=2, count=99))

    findings = await found(record, rewritten(record.raws, at(record, ONE, 5), too_many))
    assert findings == [
        (
            str(ONE),
            5,
            "this is refused: NOT_ENOUGH_BEADS: There are 10 beads in the jar, not 99.",
        )
    ]


async def test_a_request_that_was_answered_before_is_found(record):
    first = commit_pb2.Commit.FromString(record.raws[at(record, ONE, 2)].body)

    def again(commit):
        commit.request_id = first.request_id

    findings = await found(record, rewritten(record.raws, at(record, ONE, 5), again))
    assert findings == [(str(ONE), 5, "its request was answered before, in version 2")]


async def test_a_command_that_was_made_on_another_version_is_found(record):
    def saw(version):
        def change(commit):
            request = toy_pb2.PutBeadsRequest.FromString(commit.command.request.value)
            request.seen = version
            commit.command.request.Pack(request)

        return change

    where = at(record, ONE, 2)  # made on version 1
    assert await found(record, rewritten(record.raws, where, saw(1))) == []
    ((name, version, why),) = await found(record, rewritten(record.raws, where, saw(7)))
    assert (name, version) == (str(ONE), 2)
    assert why.startswith("this is refused: STALE")


async def test_a_command_that_changes_nothing_is_found(record):
    def tries_own_lid(commit):
        commit.actor.person = "ana"

    findings = await found(record, rewritten(record.raws, at(record, TWO, 5), tries_own_lid))
    assert findings == [(str(TWO), 5, "its command changes nothing, and yet it is on record")]


async def test_a_second_beginning_is_found(record):
    opened = commit_pb2.Commit.FromString(record.raws[at(record, ONE, 1)].body)

    def opens(commit):
        commit.command.CopyFrom(opened.command)

    ((name, version, why),) = await found(record, rewritten(record.raws, at(record, ONE, 2), opens))
    assert (name, version) == (str(ONE), 2)
    assert why.startswith("this is refused: ALREADY_EXISTS")


async def test_a_reaction_to_the_same_commit_twice_is_found(record):
    def caused(commit):
        commit.cause.stream, commit.cause.sequence = "JOURNAL_akl_2026", 20260000000009
        commit.cause.name = "venues/akl/lids/2026-1"

    once = rewritten(record.raws, at(record, ONE, 5), caused)
    assert await found(record, once) == []
    twice = rewritten(once, at(record, ONE, 6), caused)
    assert await found(record, twice) == [
        (
            str(ONE),
            6,
            "it reacts to sequence 20260000000009 of venues/akl/lids/2026-1, as one before did",
        )
    ]


async def test_an_instant_before_the_one_before_is_found(record):
    before = commit_pb2.Commit.FromString(record.raws[at(record, ONE, 4)].body).at

    def earlier(commit):
        commit.at.seconds = before.seconds - 1

    findings = await found(record, rewritten(record.raws, at(record, ONE, 5), earlier))
    assert (str(ONE), 5, "it was decided before the commit before it") in findings


async def test_a_field_that_eyesdown_does_not_write_is_found(record):
    def more(commit):
        commit.actor.MergeFromString(b"\x98\x06\x01")

    findings = await found(record, rewritten(record.raws, at(record, ONE, 2), more))
    assert findings == [(str(ONE), 2, "its actor is not as Eyesdown writes it")]


# -- what is sealed --------------------------------------------------------------------------


def another_pinch(record) -> list:
    """Jar one's hidden beads as if another entropy had chosen another number of them.

    The commitment, the opening and all that was shown agree with it; the ciphertext, which takes
    the key, stays.
    """
    hidden, shown = at(record, ONE, 3), at(record, ONE, 4)
    entropy = next(
        bytes([number]) * 32
        for number in range(256)
        if pick(bytes([number]) * 32, tuple(range(1, 11)))
        != pick(b"\xee" * 32, tuple(range(1, 11)))
    )
    count = pick(entropy, tuple(range(1, 11)))
    pinch = toy_pb2.BeadsHidden(pinch=toy_pb2.Pinch(count=count, entropy=entropy))
    closed = commit_pb2.Closed(
        facts=toy_pb2.JarFacts(entropy=entropy).SerializeToString(),
        events={0: pinch.SerializeToString()},
        row=toy_pb2.JarRow(hidden=count).SerializeToString(),
    )
    content, salt = closed.SerializeToString(deterministic=True), b"s" * 32

    def commits_to(commit):
        commit.sealed.commitment = commitment(ONE, 3, salt, content)

    def shows(commit):
        opening = commit_pb2.Opening(version=3, salt=salt, content=content)
        commit.events[0].Pack(toy_pb2.BeadsShown(count=count, opening=opening), deterministic=True)

    return rewritten(rewritten(record.raws, hidden, commits_to), shown, shows)


async def test_another_choice_all_through_is_found_with_the_key_or_a_watermark_alone(record):
    raws = another_pinch(record)
    assert await found(record, raws, keys=False) == []
    assert await found(record, raws) == [
        (str(ONE), 3, "what is sealed in it does not decrypt, or is not what it commits to")
    ]
    mark = (await record.audit()).marks[PLACE]
    assert await found(record, raws, keys=False, since=mark) != []


async def test_what_was_sealed_anew_with_the_key_and_is_not_lawful_is_found(record):
    hidden = at(record, TWO, 3)
    sealer = Sealer(record.keys)

    def one_fewer(commit):
        opening = sealer.open(TWO, 3, commit.sealed)
        assert opening is not None
        closed = commit_pb2.Closed.FromString(opening.content)
        pinch = toy_pb2.BeadsHidden.FromString(closed.events[0])
        assert pinch.pinch.count == 2
        pinch.pinch.count = 1
        closed.events[0] = pinch.SerializeToString()
        commit.sealed.CopyFrom(sealer.close(TWO, 3, closed)[0])

    assert await found(record, rewritten(record.raws, hidden, one_fewer)) == [
        (str(TWO), 3, "what is sealed in it is not what the law decides on this request")
    ]


async def test_another_commitment_alone_is_found_without_a_key(record):
    def commits_to(commit):
        commit.sealed.commitment = b"c" * 32

    raws = rewritten(record.raws, at(record, ONE, 3), commits_to)
    findings = await found(record, raws, keys=False)
    assert (str(ONE), 4, "what it opens is not what version 3 committed to") in findings


async def test_an_opening_of_what_was_never_sealed_is_found(record):
    def opens_another(commit):
        shown = toy_pb2.BeadsShown()
        commit.events[0].Unpack(shown)
        shown.opening.version = 2
        commit.events[0].Pack(shown, deterministic=True)

    raws = rewritten(record.raws, at(record, ONE, 4), opens_another)
    findings = await found(record, raws, keys=False)
    assert (str(ONE), 4, "it opens version 2, in which nothing was sealed") in findings


def relabelled(record) -> list:
    """Jar four under another label, wherever its record speaks of it."""

    def opened(commit):
        commit.command.request.Pack(
            _with(toy_pb2.OpenJarRequest(), commit.command.request), deterministic=True
        )
        commit.events[0].Pack(_with(toy_pb2.JarOpened(), commit.events[0]), deterministic=True)
        shown(commit)

    def shown(commit):
        row = _with(toy_pb2.JarRow(), commit.summary.row)
        commit.summary.row.Pack(row, deterministic=True)

    first = rewritten(record.raws, at(record, FOUR, 1), opened)
    return rewritten(first, at(record, FOUR, 2), shown)


def _with(message, packed):
    packed.Unpack(message)
    message.label = "pearls"
    return message


async def test_another_history_that_is_lawful_all_through_is_found_by_a_watermark_alone(record):
    raws = relabelled(record)
    assert await found(record, raws) == []
    mark = (await record.audit()).marks[PLACE]
    findings = await found(record, raws, since=mark)
    assert (str(FOUR), 0, "the commit that the watermark saw here is another now, or gone") in (
        findings
    )
    assert any(why.startswith("what is stored up to here is not what") for *_, why in findings)
