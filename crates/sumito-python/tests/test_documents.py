"""The examples in the documentation and in the modules are correct."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sumito

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
README = Path(__file__).resolve().parents[1] / "README.md"
MODULES = [name for _, name, _ in pkgutil.iter_modules(sumito.__path__, "sumito.") if name != "sumito.__main__"]


def test_the_readme() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert tried > 20 and failed == 0


@pytest.mark.parametrize("name", ["sumito", *MODULES])
def test_a_module(name: str) -> None:
    module = importlib.import_module(name)
    if name != "sumito._sumito":
        assert doctest.testmod(module, optionflags=FLAGS).failed == 0


NATIVE = importlib.import_module("sumito._sumito")
STUB = ast.parse((Path(sys.modules["sumito"].__path__[0]) / "_sumito.pyi").read_text())


def test_the_stubs_name_what_exists() -> None:
    """Every class and function of the stubs exists, with all its members, and nothing public is missing."""
    described = set()
    for item in STUB.body:
        if isinstance(item, (ast.ClassDef, ast.FunctionDef)):
            described.add(item.name)
            value = getattr(NATIVE, item.name)
            if isinstance(item, ast.ClassDef):
                members = {part.name for part in item.body if isinstance(part, ast.FunctionDef)}
                assert members <= set(dir(value)), item.name
                public = {name for name in vars(value) if not name.startswith("_")}
                if not issubclass(value, Exception):
                    assert public <= members, item.name
        elif isinstance(item, ast.AnnAssign):
            assert isinstance(item.target, ast.Name) and hasattr(NATIVE, item.target.id)
            described.add(item.target.id)
    assert {name for name in vars(NATIVE) if not name.startswith("__")} <= described | {"__version__"}


def described() -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef, Any]]:
    """All that the stubs describe, with its name and the real thing."""
    for item in STUB.body:
        if isinstance(item, ast.FunctionDef):
            yield item.name, item, getattr(NATIVE, item.name)
        elif isinstance(item, ast.ClassDef):
            value = getattr(NATIVE, item.name)
            yield item.name, item, value
            for part in item.body:
                if isinstance(part, ast.FunctionDef) and (part.name == "__init__" or not part.name.startswith("_")):
                    yield f"{item.name}.{part.name}", part, value if part.name == "__init__" else vars(value)[part.name]


def test_help_says_what_the_stubs_say() -> None:
    """Editors read the stubs, `help` and notebooks the extension module. Both say the same, and nothing is left without words."""
    for name, item, value in described():
        if not name.endswith(".__init__"):
            said = inspect.getdoc(value.__func__ if isinstance(value, classmethod) else value)
            assert ast.get_docstring(item) == said and said, name


def test_arguments_are_those_of_the_stubs() -> None:
    for name, item, value in described():
        if isinstance(item, ast.ClassDef) or any(isinstance(mark, ast.Name) and mark.id == "property" for mark in item.decorator_list):
            continue
        if name.endswith(".__init__") and not value.__text_signature__:
            continue
        real = [part for part in inspect.signature(value).parameters.values() if part.name not in ("self", "cls")]
        arguments = item.args
        names = [part.arg for part in [*arguments.args, *arguments.kwonlyargs] if part.arg not in ("self", "cls")]
        assert [part.name for part in real if part.kind is not part.VAR_KEYWORD] == names, name
        assert [part.name for part in real if part.kind is part.KEYWORD_ONLY] == [part.arg for part in arguments.kwonlyargs], name
        defaults = [*arguments.defaults, *(default for default in arguments.kw_defaults if default)]
        assert [part.default for part in real if part.default is not part.empty] == [ast.literal_eval(default) for default in defaults], name
