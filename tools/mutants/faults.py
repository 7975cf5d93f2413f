"""The small faults that a module can have, each as a change of its text."""

import ast
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

SIGNS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "*"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}
"""How an operator is written, and the one that is put in its place."""
JUDGED_ELSEWHERE = {"GameInfo", "Exercise", "NewType", "TypeVar", "Struct"}
"""What these are given is told to people or to types; the suite and the tests of texts look at it."""
PROMISES = {"bound"}
"""A promise about whole games, which the suite proves by playing them."""


class Fault(Struct, frozen=True):
    """One change: what stood in these places of a file, and what stands there now."""

    path: str
    line: int
    where: str
    before: str
    after: str
    start: int
    end: int

    def applied(self, text: bytes) -> bytes:
        return text[: self.start] + self.after.encode() + text[self.end :]

    def rank(self, seed: str) -> bytes:
        """A sample is those of the lowest rank: a change elsewhere in the file hardly changes the sample."""
        name = "\0".join((seed, self.path, self.where, self.before, self.after))
        return blake2b(name.encode()).digest()


class Finder(ast.NodeVisitor):
    """Walks over all that runs: no annotations, no sentences of documentation, no imports, no strings."""

    def __init__(self, path: Path, name: str) -> None:
        self.text = path.read_bytes()
        self.name = name
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.inside: list[str] = []
        self.found: list[Fault] = []

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[
            node.end_lineno - 1
        ] + node.end_col_offset

    def put(self, node: ast.expr | ast.stmt, after: str, span: tuple[int, int] | None = None) -> None:
        start, end = span or self.span(node)
        before = self.text[start:end].decode()
        where = ".".join(self.inside)
        self.found.append(Fault(self.name, node.lineno, where, before, after, start, end))

    def source(self, node: ast.expr) -> str:
        start, end = self.span(node)
        return self.text[start:end].decode()

    def between(self, left: ast.expr, right: ast.expr, operator: ast.AST) -> None:
        """Another sign between two operands; what else stands there (brackets, spaces) stays."""
        start, end = self.span(left)[1], self.span(right)[0]
        gap = self.text[start:end].decode()
        sign, other = SIGNS.get(type(operator), ("", ""))
        if not sign or gap.count(sign) != 1:
            return
        at = start + len(gap[: gap.index(sign)].encode())
        whole = self.span(left)[0], self.span(right)[1]
        text = self.text[whole[0] : at] + other.encode() + self.text[at + len(sign) : whole[1]]
        self.put(left, text.decode(), whole)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for i, operator in enumerate(node.ops):
            self.between(operands[i], operands[i + 1], operator)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.between(node.left, node.right, node.op)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.between(left, right, node.op)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.put(node, f"bool({self.source(node.operand)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.put(node, str(not node.value))
        elif isinstance(node.value, int | float):
            self.put(node, f"({self.source(node)} + 1)")

    def negate(self, test: ast.expr) -> None:
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant | ast.NamedExpr):
            self.put(test, f"(not ({self.source(test)}))")

    def visit_If(self, node: ast.If) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.negate(test)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Call):
            self.put(node, "None")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self.put(node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.put(node, "pass")
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Break(self, node: ast.Break) -> None:
        self.put(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.put(node, "break")

    def visit_Call(self, node: ast.Call) -> None:
        if not (isinstance(node.func, ast.Name) and node.func.id in JUDGED_ELSEWHERE):
            self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.inside.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.inside.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in PROMISES:
            return
        self.inside.append(node.name)
        for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d)):
            self.visit(default)
        for statement in node.body:
            self.visit(statement)
        self.inside.pop()


def faults(path: Path, name: str) -> Iterator[Fault]:
    """All faults of a file that still is Python with them."""
    finder = Finder(path, name)
    finder.visit(ast.parse(finder.text))
    for fault in finder.found:
        try:
            ast.parse(fault.applied(finder.text))
        except SyntaxError:
            continue
        yield fault
