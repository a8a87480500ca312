"""How events are written in one line where `game.toml` does not say it: their name, and then their fields."""

from __future__ import annotations

from msgspec import inspect

from companion.authoring.game_seed import GameSeed
from companion.rules import Event


def line_of(kind: type[Event], seed: GameSeed) -> str:
    """The pattern (companion/rules/notation.py) of a kind of event. Raises TypeError for a field that no line can
    hold."""
    name = str(kind.__struct_config__.tag)
    texts = seed.events.get(name)
    if texts is not None and texts.notation:
        return texts.notation
    shapes = inspect.type_info(kind)
    assert isinstance(shapes, inspect.StructType)
    fields = [f"{{{field.name}:{_kind_of(field.type, f'{name}.{field.name}')}}}" for field in shapes.fields]
    return " ".join([name, *fields])


def _kind_of(shape: inspect.Type, where: str) -> str:
    """The kind of field that holds values of a type."""
    if isinstance(shape, inspect.Metadata):
        return _kind_of(shape.type, where)
    if isinstance(shape, inspect.UnionType) and len(shape.types) == 2 and inspect.NoneType() in shape.types:
        return _kind_of(next(one for one in shape.types if not isinstance(one, inspect.NoneType)), where)
    if isinstance(shape, inspect.IntType):
        return "number"
    if isinstance(shape, inspect.StrType | inspect.LiteralType):
        return "word"
    if isinstance(shape, inspect.VarTupleType):
        inner = _kind_of(shape.item_type, where)
        if inner in ("number", "cell"):
            return "numbers" if inner == "number" else "pairs"
    if isinstance(shape, inspect.TupleType) and [_kind_of(one, where) for one in shape.item_types] == ["number"] * 2:
        return "cell"
    raise TypeError(f"{where}: a line of notation holds numbers, words, pairs and lists of them, not {shape}")
