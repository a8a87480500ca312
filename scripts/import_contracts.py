"""A contract for import-linter: other rooms import a room, and no module behind it (pyproject.toml)."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class RoomContract(Contract):
    """Each package hands out in its `__init__` what others may use; its modules are imported within it alone.

    `packages`: rooms, or those whose sub-packages are rooms. `exempt`: packages that may look behind the doors of all.
    """

    type_name = "room"

    packages = fields.ListField(subfield=fields.StringField())
    exempt = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        exempt = tuple(self.exempt or ())
        wrong = [
            (importer, module)
            for module in sorted(graph.modules)
            if "." in module and any(_below(module, one) for one in self.packages) and not graph.find_children(module)
            for importer in sorted(graph.find_modules_that_directly_import(module))
            if not _below(importer, module.rpartition(".")[0]) and not any(_below(importer, one) for one in exempt)
        ]
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, module in check.metadata["wrong"]:
            output.print_error(
                f"{importer} imports {module}: what it needs of that belongs in {_room(module)}/__init__"
            )
            output.new_line()


def _below(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _room(module: str) -> str:
    return module.rpartition(".")[0].replace(".", "/")
