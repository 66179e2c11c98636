"""A contract for import-linter: some modules import nothing but what is listed.

Import-linter's own contracts say what may *not* be imported; a domain is easier to trust when the
list is of what it may.
"""

from __future__ import annotations

from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.domain.helpers import module_expressions_to_modules


class ImportsOnly(Contract):
    """Every import of a source module is of an allowed module, or lies in its own package.

    Options:
        source_modules: module expressions; each must match something, so that a moved package
            does not pass unseen.
        allowed_modules: names; a module inside an allowed one is allowed too.
        own_package: of how many names a source's own package is made (`services.draw.domain`: 3).
    """

    type_name = "imports_only"

    # Any: import-linter puts the parsed values over the fields.
    source_modules: Any = fields.ListField(subfield=fields.ModuleExpressionField())
    allowed_modules: Any = fields.SetField(subfield=fields.StringField())
    own_package: Any = fields.IntegerField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Report the imports that are not allowed, each with its line."""
        found = []
        sources: set[str] = set()
        for expression in self.source_modules:
            matches = module_expressions_to_modules(graph, [expression])
            if not matches:
                found.append(f"{expression} matches no module: is an __init__.py missing?")
            sources.update(module.name for module in matches)
        for importer in sorted(sources):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                if not self._allowed(importer, imported):
                    lines = self._lines(graph, importer, imported)
                    found.append(f"{importer} imports {imported} (line {lines})")
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print what was found."""
        for line in check.metadata["found"]:
            output.print_error(f"- {line}", bold=False)
        output.new_line()

    def _allowed(self, importer: str, imported: str) -> bool:
        own = importer.split(".")[: self.own_package]
        if imported.split(".")[: self.own_package] == own:
            return True
        return any(
            imported == name or imported.startswith(f"{name}.") for name in self.allowed_modules
        )

    def _lines(self, graph: ImportGraph, importer: str, imported: str) -> str:
        details = graph.get_import_details(importer=importer, imported=imported)
        return ", ".join(str(number) for number in sorted({d["line_number"] for d in details}))
