"""The page of refusals: every reason of the services, once, in a stable order."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from services.cli.common.modules import BadModule, walk
from services.cli.docs.refusals import BadReason, collect, render

REASON = "from services.kernel.law import Reason\n"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty package `house`, importable until the test ends."""
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "house"]:
        del sys.modules[name]


def write(folder: Path, **modules: str) -> ModuleType:
    """Write modules, "a__b" as a/b.py, and import the package."""
    for name, text in modules.items():
        file = folder / f"{name.replace('__', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    importlib.invalidate_caches()
    return importlib.import_module(folder.name)


def test_no_module_is_missed_even_in_a_folder_without_init(house: Path) -> None:
    package = write(house, b="", a__deep__c="", a__d="")
    names = [module.__name__ for module in walk(package)]
    assert names == ["house", "house.a.d", "house.a.deep.c", "house.b"]


def test_a_module_that_cannot_be_imported_is_named(house: Path) -> None:
    package = write(house, a="import nothing_of_this_name")
    with pytest.raises(BadModule, match=r"house\.a cannot be imported: No module named"):
        list(walk(package))


def test_reasons_come_by_service_and_code_from_the_module_that_makes_them(house: Path) -> None:
    package = write(
        house,
        b__x=REASON + "NO = Reason('NO', 'No {why} | now.', 'Stop.', 'XX-1')\n",
        a__y=REASON + "from house.b.x import NO\nZ: Reason = Reason('Z', 'Z.', 'Go.')\n"
        "A = Reason('A_1', 'A.', 'Wait.')\nALSO_A = A\n",
    )
    found = collect(walk(package))
    assert [(each.service, each.reason.code, each.module) for each in found] == [
        ("a", "A_1", "house.a.y"),
        ("a", "Z", "house.a.y"),
        ("b", "NO", "house.b.x"),
    ]
    page = render(found)
    assert page.startswith("# Refusals\n")
    assert page.endswith(
        "## a\n"
        "\n"
        "| reason | what people are told | clause | what to do | module |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| `A_1` | A. |  | Wait. | house.a.y |\n"
        "| `Z` | Z. |  | Go. | house.a.y |\n"
        "\n"
        "## b\n"
        "\n"
        "| reason | what people are told | clause | what to do | module |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| `NO` | No {why} \\| now. | XX-1 | Stop. | house.b.x |\n"
    )


@pytest.mark.parametrize("code", ["no", "No", "NO_", "_NO", "N-O", "1NO", ""])
def test_a_reason_is_upper_snake(house: Path, code: str) -> None:
    package = write(house, a=REASON + f"NO = Reason({code!r}, 'No.', 'Stop.')\n")
    with pytest.raises(BadReason, match=f"house.a: the reason '{code}' is not UPPER_SNAKE"):
        collect(walk(package))


def test_a_reason_is_made_once(house: Path) -> None:
    made = REASON + "NO = Reason('NO', 'No.', 'Stop.')\n"
    with pytest.raises(BadReason, match=r"the reason NO is in house\.a and in house\.b"):
        collect(walk(write(house, a=made, b=made)))
