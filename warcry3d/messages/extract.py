"""Find every message template in the source.

A template is a string literal handed to a parameter called ``template`` (and ``plural`` for the second form) of a
function, method or class of this package; a dataclass with a field ``template`` counts, and so does a class whose base
takes one. A constant made by calls of ``template()`` may be handed on too. Anything else handed to such a parameter,
unless it is itself called template, would escape translation: it is reported as loose. Functions are told apart by
name alone; where one of the same name takes no template, only what is a literal counts. A local name that its function
gives literals alone stands for them. What was kept under the name ``template``, as a field or an entry, was found where
it was made.

The data of rule systems (``rules/*/data/*.json``) has names and texts too: those of abilities, fighters and cards. So
have the deployment maps that ship (``terrain/maps`` beside the package). They are found with their key, ``name`` or
``text``, as the context, so that other words of the same letters differ.
"""

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

__all__ = ["Found", "Loose", "extract", "shipped_texts"]

MARKS = ("template", "plural")

DATA_KEYS = ("name", "text")

LocalTexts: TypeAlias = Mapping[str, tuple[str, ...]]
"""The literals that local names stand for."""

LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.unaryop, ast.boolop)
"""Nodes without a call in them: most of all."""


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A message: its singular, its plural ("" where there is none), the file it is in, relative to the package, and its
    context ("" for sentences of the source).
    """

    message: str
    plural: str
    file: str
    context: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Loose:
    """A template that is no literal: ``file``, ``line`` and the expression as it is written."""

    file: str
    line: int
    expression: str


def extract(package: Path) -> tuple[list[Found], list[Loose]]:
    """Return all messages in the package's source, sorted, and what should be one but cannot be read."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.rglob("*.py"))}
    takers, ambiguous = _takers(trees.values())
    constants = _constants(trees.values())
    found: set[Found] = set()
    loose: set[Loose] = set()
    for path, tree in trees.items():
        file = path.relative_to(package).as_posix()
        for call, inside, texts in _calls(tree, constants, set(takers)):
            for slots in takers[_name(call.func)]:
                _read(call, slots, inside, texts, file, found, set() if _name(call.func) in ambiguous else loose)
    return sorted(found), sorted(loose)


def shipped_texts(package: Path) -> list[Found]:
    """Return the names and texts in the data of all rule systems and in shipped maps, sorted, each once in a file."""
    found: set[Found] = set()
    maps = package.parent.glob("terrain/maps/*.map.json")
    for path in sorted([*package.glob("rules/*/data/*.json"), *maps]):
        file = path.relative_to(package if path.is_relative_to(package) else package.parent).as_posix()
        data = json.loads(path.read_text(encoding="utf-8"))
        found |= {Found(text, "", file, key) for key, text in _texts(data)}
    return sorted(found)


def _texts(value: object) -> Iterator[tuple[str, str]]:
    """Yield key and text of each entry of `DATA_KEYS` in parsed JSON."""
    if isinstance(value, dict):
        yield from ((key, text) for key, text in value.items() if key in DATA_KEYS and isinstance(text, str))
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _takers(trees: Iterable[ast.Module]) -> tuple[dict[str, set[tuple[int, ...]]], set[str]]:
    """Return the argument positions of templates (and plurals) by the callee's name, and which names take others."""
    takers: dict[str, set[tuple[int, ...]]] = {}
    others: set[str] = set()
    bases: list[tuple[str, str]] = []
    for node in (node for tree in trees for node in _definitions(tree)):
        if isinstance(node, ast.FunctionDef):
            names = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
            names = names[1:] if names[:1] in (["self"], ["cls"]) else names
            if "template" not in names:
                others.add(node.name)
            elif node.name != "__init__":
                takers.setdefault(node.name, set()).add(_slots(names))
        else:
            names = _constructor(node)
            if not _makes_itself(node):
                bases += [(node.name, base.id) for base in node.bases if isinstance(base, ast.Name)]
            if "template" in names:
                takers.setdefault(node.name, set()).add(_slots(names))
    for _ in bases:
        for derived, base in bases:
            if base in takers and derived not in takers:
                takers[derived] = takers[base]
    return takers, others & takers.keys()


def _definitions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Yield all functions and classes within a node, those in others too; no expression holds one."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield child
        if not isinstance(child, ast.expr):
            yield from _definitions(child)


def _constants(trees: Iterable[ast.Module]) -> tuple[str, ...]:
    """Return the names of module constants whose value was marked by ``template()``."""
    names = []
    for node in (node for tree in trees for node in tree.body):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            calls = [part for part in ast.walk(node.value) if isinstance(part, ast.Call)]
            if isinstance(target, ast.Name) and any(_name(call.func) == "template" for call in calls):
                names.append(target.id)
    return tuple(names)


def _slots(names: list[str]) -> tuple[int, ...]:
    return tuple(names.index(mark) for mark in MARKS if mark in names)


def _makes_itself(node: ast.ClassDef) -> bool:
    """Return whether a class has an ``__init__`` of its own: then it need not take what its base takes."""
    return any(isinstance(item, ast.FunctionDef) and item.name == "__init__" for item in node.body)


def _constructor(node: ast.ClassDef) -> list[str]:
    """Return the names of the arguments a class is made with: of ``__init__``, else the annotated fields."""
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.name == "__init__":
            return [a.arg for a in (*item.args.posonlyargs, *item.args.args)][1:]
    fields = [item.target for item in node.body if isinstance(item, ast.AnnAssign)]
    return [target.id for target in fields if isinstance(target, ast.Name)]


def _calls(
    tree: ast.AST, constants: tuple[str, ...], names: set[str]
) -> list[tuple[ast.Call, tuple[str, ...], LocalTexts]]:
    """Return the calls of the named with what stands for templates there: constants, parameters called as in `MARKS`
    of the functions around a call, and what runs through one of them; and with the local names that stand for texts.
    """
    found = []
    left: list[tuple[ast.AST, tuple[str, ...], LocalTexts]] = [(tree, constants, {})]
    while left:
        node, inside, texts = left.pop()
        inside = _inside(node, inside)
        texts = _local_texts(node) if isinstance(node, ast.FunctionDef) else texts
        if isinstance(node, ast.Call) and _name(node.func) in names:
            found.append((node, inside, texts))
        left += [(child, inside, texts) for child in ast.iter_child_nodes(node) if not isinstance(child, LEAVES)]
    return found


def _local_texts(function: ast.FunctionDef) -> LocalTexts:
    """Return the names to which a function assigns literals alone, with them."""
    found: dict[str, tuple[str, ...] | None] = {}
    for node in (one for one in ast.walk(function) if isinstance(one, ast.Assign)):
        text = node.value.value if isinstance(node.value, ast.Constant) else None
        for name in (one.id for one in node.targets if isinstance(one, ast.Name)):
            before = found.get(name, ())
            found[name] = (*before, text) if isinstance(text, str) and before is not None else None
    return {name: texts for name, texts in found.items() if texts is not None}


def _inside(node: ast.AST, around: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that stand for templates within a node."""
    if isinstance(node, ast.FunctionDef):
        parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        return (*around, *(a.arg for a in parameters if a.arg in MARKS))
    if not isinstance(node, ast.For | ast.ListComp | ast.GeneratorExp):
        return around
    for loop in [node] if isinstance(node, ast.For) else node.generators:
        if ast.unparse(loop.iter) in around:
            around = (*around, ast.unparse(loop.target))
    return around


def _name(callee: ast.expr) -> str:
    match callee:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _read(
    call: ast.Call,
    slots: tuple[int, ...],
    inside: tuple[str, ...],
    local: LocalTexts,
    file: str,
    found: set[Found],
    loose: set[Loose],
) -> None:
    """Take the messages of one call: the literals in its template's (and plural's) place."""
    given = [next((k.value for k in call.keywords if k.arg == mark), None) for mark in MARKS[: len(slots)]]
    handed = [call.args[s] if s < len(call.args) else g for s, g in zip(slots, given, strict=True)]
    texts = [_literals(value, inside, local) for value in handed if value is not None]
    if any(text is None for text in texts):
        loose.add(Loose(file, call.lineno, ast.unparse(call)))
    elif len(texts) == len(MARKS) and texts[0] and texts[1]:
        found.add(Found(texts[0][0], texts[1][0], file))
    elif texts:
        found.update(Found(text, "", file) for text in texts[0] or () if text)


def _literals(value: ast.expr, inside: tuple[str, ...], local: LocalTexts) -> tuple[str, ...] | None:
    """Return the strings an expression stands for; none where it is a template handed on; None where unreadable."""
    match value:
        case ast.Constant(value=str(text)):
            return (text,)
        case ast.IfExp(body=one, orelse=other):
            texts = _literals(one, inside, local), _literals(other, inside, local)
            return None if texts[0] is None or texts[1] is None else texts[0] + texts[1]
        case ast.Attribute(attr="template" | "plural") | ast.Subscript(slice=ast.Constant(value="template" | "plural")):
            return ()
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in inside:
            return ()
        case ast.Name(id=name) if name in local:
            return local[name]
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name)) if name in inside:
            return ()
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[_, ast.Name(id=other)]):
            return () if name in inside and other in inside else None
        case _:
            return None
