"""A plugin of mypy, which takes a `msgspec.Struct` for a data class: `dataclasses.replace` refuses one."""

from collections.abc import Callable

from mypy.plugin import FunctionContext, Plugin
from mypy.types import Instance, Type, UnionType, get_proper_type


class _Structs(Plugin):
    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return _checked if fullname == "dataclasses.replace" else None


def _checked(context: FunctionContext) -> Type:
    given = get_proper_type(context.arg_types[0][0])
    kinds = map(get_proper_type, given.items) if isinstance(given, UnionType) else (given,)
    if any(isinstance(kind, Instance) and kind.type.has_base("msgspec.Struct") for kind in kinds):
        context.api.fail("A Struct needs msgspec.structs.replace", context.context)
    return context.default_return_type


def plugin(_version: str) -> type[Plugin]:
    """The plugin, for any version of mypy."""
    return _Structs
