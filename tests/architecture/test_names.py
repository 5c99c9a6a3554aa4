"""One word, one meaning: names of classes, functions and modules."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict

from tests.architecture.findings import demand_none
from tests.architecture.sources import FUNCTIONS, PRODUCT, ROOT, TOPS, files, module_of, place, tree

#: what every program or server may have once
EVERYWHERE = {"main"}
#: the class that marshmallow looks for inside a schema
MARSHMALLOWS = "Meta"
#: endings that make another word of the same root: table and tables, service and server, measure and measured
ENDINGS = re.compile(r"(ings?|ice|ers?|ed|es|s|e|d)$")
#: the past participles that do not end in "ed"
IRREGULAR = {
    "begun",
    "borne",
    "bound",
    "broken",
    "brought",
    "built",
    "caught",
    "chosen",
    "come",
    "dealt",
    "done",
    "drawn",
    "driven",
    "fallen",
    "felt",
    "forbidden",
    "forgotten",
    "found",
    "given",
    "gone",
    "held",
    "hidden",
    "kept",
    "known",
    "laid",
    "left",
    "lent",
    "lost",
    "made",
    "meant",
    "met",
    "paid",
    "put",
    "said",
    "seen",
    "sent",
    "shown",
    "sought",
    "spent",
    "stood",
    "taken",
    "taught",
    "thought",
    "told",
    "understood",
    "undone",
    "unseen",
    "won",
    "written",
} - {"put", "come"}
#: verbs and nouns that only look like participles
NO_PARTICIPLES = {"need", "feed", "seed", "reseed", "speed", "exceed", "proceed", "embed"}
#: the design's table of words: what none of our names may call a thing, by the folders where it would mean that thing
FORBIDDEN = {
    "services tournaments client protos": {
        "room", "rooms",  "user", "users", "move", "moves", "prompt", "prompts", "history",
        "histories", "observation", "observations", "belief", "beliefs",
    },
    "engine ai cli bench deploy": {
        "session", "sessions", "prompt", "prompts", "history", "histories", "observation", "observations", "belief",
        "beliefs",
    },
}  # fmt: skip
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
#: the folders of the games
GAMES = sorted(path.parent.name for path in (ROOT / "engine").glob("*/catalog.py"))
GAME = re.compile(r"\b(" + "|".join(GAMES) + r")\b")


def same_place(module):
    """The module's name with the game left out: what the three games have at the same place is one thing."""
    return GAME.sub("GAME", module)


def words_of(name):
    return [word.lower() for word in WORD.findall(name)]


def is_property(function):
    return any("property" in ast.unparse(each) or "fixture" in ast.unparse(each) for each in function.decorator_list)


def test_no_class_name_has_two_meanings():
    places, modules = defaultdict(list), defaultdict(set)
    for path in files(*PRODUCT):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and node.name != MARSHMALLOWS:
                places[node.name].append(place(path, node))
                modules[node.name].add(same_place(module_of(path)))
    demand_none("a class name has two meanings", {name: places[name] for name in places if len(modules[name]) > 1})


def test_no_public_function_name_has_two_meanings_within_a_package():
    """Modules of one folder may have the same door, as the pairings have `next_round`."""
    places, folders = defaultdict(list), defaultdict(set)
    for path in files(*PRODUCT):
        top = path.relative_to(ROOT).parts[0]
        for node in tree(path).body:
            if isinstance(node, FUNCTIONS) and not node.name.startswith("_") and node.name not in EVERYWHERE:
                places[f"{top} {node.name}"].append(place(path, node))
                folders[f"{top} {node.name}"].add(same_place(str(path.parent.relative_to(ROOT))))
    found = {name: places[name] for name in places if len(folders[name]) > 1}
    demand_none("a function name has two meanings", found)


def test_no_two_modules_of_a_folder_differ_by_an_ending():
    roots = defaultdict(set)
    for path in files(*PRODUCT):
        roots[path.parent, ENDINGS.sub("", path.stem)].add(path.stem)
    pairs = {
        " / ".join(sorted(stems)): [str(folder.relative_to(ROOT))]
        for (folder, _), stems in roots.items()
        if len(stems) > 1
    }
    demand_none("two modules have nearly the same name", pairs)


def is_participle(name):
    first = name.strip("_").split("_")[0]
    return first not in NO_PARTICIPLES and (first.endswith("ed") or first in IRREGULAR)


def test_functions_are_verbs_not_participles():
    """`check_name`, not `checked_name` or `checked`; what answers yes or no begins with `is` or `has`."""
    found = defaultdict(list)
    for path in files(*PRODUCT):
        for node in ast.walk(tree(path)):
            if isinstance(node, FUNCTIONS) and is_participle(node.name) and not is_property(node):
                found[node.name].append(place(path, node))
    demand_none("a function is named by a participle", found)


def named(node):
    """The names that a node gives: of a class, function, argument, variable or attribute."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return node.name
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.attr
    return ""


def test_no_name_uses_a_word_that_means_something_else():
    found = defaultdict(list)
    for tops, forbidden in FORBIDDEN.items():
        for path in files(*(top for top in tops.split() if top in PRODUCT)):
            for word in forbidden & {*path.stem.split("_")}:
                found[word].append(place(path, 1))
            for node in ast.walk(tree(path)):
                for word in forbidden & {*words_of(named(node))}:
                    found[word].append(place(path, node))
    demand_none("a forbidden word in a name", found)


def test_no_proto_and_no_heading_uses_a_word_that_means_something_else():
    found = defaultdict(list)
    forbidden = {word for words in FORBIDDEN.values() for word in words}
    declared = re.compile(r"^\s*(?:message|enum|service|rpc|(?:repeated |optional )?[\w.]+)\s+(\w+)\s*[({=]")
    for path in files("protos", suffix=".proto"):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            match = declared.match(line)
            for word in forbidden & {*words_of(match[1])} if match else ():
                found[word].append(place(path, number))
    for path in [*files("docs", suffix=".md"), *ROOT.glob("*.md")]:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for word in forbidden & {*words_of(line)} if line.startswith("#") else ():
                found[word].append(place(path, number))
    demand_none("a forbidden word in the contract or a heading", found)


def test_no_constant_is_there_for_nothing():
    """What nothing names any more goes; compiled modules show in Python what C knows by another name."""
    sources = [*files(*TOPS), *files(*TOPS, suffix=".pxd")]
    named = Counter(word for path in sources for word in re.findall(r"\w+", path.read_text("utf-8")))
    found = {
        each.id: [place(path, node)]
        for path in files(*PRODUCT)
        if not path.with_suffix(".pxd").exists()
        for node in tree(path).body
        if isinstance(node, ast.Assign)
        for each in node.targets
        if isinstance(each, ast.Name) and each.id.isupper() and named[each.id] == 1
    }
    demand_none("a constant is named nowhere else", found)
