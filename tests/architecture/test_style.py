"""The style guide is a test."""

import ast
import re
from collections import defaultdict

from tests.architecture.findings import demand_none
from tests.architecture.sources import FUNCTIONS, PRODUCT, ROOT, TOPS, files, place, tree

LINES_MAX = 70
DOC_CHARS_MAX = 120
#: a program writes what lies between two such lines
GENERATED = ("<!-- levels: ", "<!-- measured: ", "<!-- end: ")
# Spelled apart, so that this file does not hold what it looks for.
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK"]) + r")\b")
SKIPPED = re.compile(r"pytest\.(mark\.)?(" + "|".join(["sk" + "ip", "xf" + "ail"]) + r")\b")


def lines_matching(pattern, paths):
    """The places of lines in which a pattern is found, by what it found."""
    found = defaultdict(list)
    for path in paths:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if match := pattern.search(line):
                found[match[0]].append(place(path, number))
    return found


def test_no_function_is_longer_than_70_lines():
    found = {}
    for path in files(*TOPS):
        for node in ast.walk(tree(path)):
            if isinstance(node, FUNCTIONS) and node.end_lineno - node.lineno + 1 > LINES_MAX:
                found[node.name] = [place(path, node)]
    demand_none("a function is too long", found)


def test_nothing_anywhere_is_marked_unfinished():
    assert not lines_matching(UNFINISHED, [*files(*TOPS), *files(*TOPS, suffix=".pxd")])


def test_no_test_is_skipped_or_expected_to_fail():
    """A skip needs a reason of the machine it runs on (`skipif`), never of the test."""
    assert not lines_matching(SKIPPED, files("tests"))


#: how a clause begins that leaves the reader without a subject
CLAUSE = re.compile(r"(Who|Whom|Whose|Whoever|What|Whatever|Where|When|Which|How|Why|Whether)\b")


def test_docstrings_begin_with_a_verb_or_a_noun():
    """As "The seats of entrants", not "Who sits where"; a function that answers yes or no may say "Whether"."""
    found = defaultdict(list)
    for path in files(*PRODUCT):
        for node in ast.walk(tree(path)):
            if not isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)):
                continue
            text = ast.get_docstring(node) or ""
            is_answer = isinstance(node, FUNCTIONS) and text.startswith("Whether ")
            if CLAUSE.match(text) and not is_answer:
                found[str(path.relative_to(ROOT))].append(place(path, node.body[0]))
    demand_none("a docstring begins with a clause", found)


def test_every_public_thing_says_what_it_is():
    """Module, classes and functions whose names do not begin with an underscore."""
    found = defaultdict(list)
    for path in files(*(top for top in PRODUCT if top != "protos")):
        if tree(path).body and not ast.get_docstring(tree(path)):
            found[path.stem].append(place(path, 1))
        for node in tree(path).body:
            if (
                isinstance(node, (ast.ClassDef, *FUNCTIONS))
                and not node.name.startswith("_")
                and not ast.get_docstring(node)
            ):
                found[node.name].append(place(path, node))
    demand_none("a public thing has no docstring", found)


def prose_lines(text):
    """The numbered lines of a page that could be broken: no tables, no examples, no lone links, nothing generated."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```") or line.startswith(GENERATED):
            is_code = not is_code
        elif not is_code and not line.lstrip().startswith("|") and " " in line.strip():
            yield number, line


def test_no_line_of_a_page_is_longer_than_120_characters():
    found = defaultdict(list)
    for path in [*files("docs", *PRODUCT, suffix=".md"), *ROOT.glob("*.md")]:
        for number, line in prose_lines(path.read_text("utf-8")):
            if len(line) > DOC_CHARS_MAX:
                found[str(path.relative_to(ROOT))].append(place(path, number))
    demand_none("a line of a page is too long", found)
