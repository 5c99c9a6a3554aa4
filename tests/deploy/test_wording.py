"""The browser client's words for the games, held against what the games themselves say."""

import ast
import json
import re
from collections import Counter

import pytest

from deploy.wording import GAMES, ROOT, WORDS, part_sentences, read_dictionary
from engine.registry import GAMES as ENGINES
from services.game_state.table.table import NEW_INFORMATION
from services.gateway.problems import ALL_STATUS, WEB_STATUS

#: languages beside the catalog's own
LANGUAGES = ("de", "pl")
#: what the page shows of a piece
SHOWN = ("text", "scoring_text")
#: numbers in words; one is an article too, and so is compared where it is written as a digit alone
NUMBERS = {
    "en": {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6},
    "de": {"zwei": 2, "beiden": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6},
    "pl": dict.fromkeys(("dwa", "dwie", "dwóch", "dwoma", "dwiema", "oba", "obu", "obie"), 2)
    | dict.fromkeys(("trzy", "trzech", "trzema"), 3)
    | dict.fromkeys(("cztery", "czterech"), 4)
    | dict.fromkeys(("pięć", "pięciu"), 5)
    | dict.fromkeys(("sześć", "sześciu"), 6),
}


def texts_of(catalog):
    """Return what the page shows of the pieces of a catalog, wherever it stands."""
    if isinstance(catalog, list):
        return [text for each in catalog for text in texts_of(each)]
    if not isinstance(catalog, dict):
        return []
    own = [catalog[name] for name in SHOWN if catalog.get(name)]
    return own + [text for each in catalog.values() for text in texts_of(each)]


def sentences_of(game):
    catalog = json.loads(json.dumps(ENGINES[game].catalog()))
    return {sentence for text in texts_of(catalog) for sentence in part_sentences(text)}


def numbers_in(text, language):
    """Return how often each number stands in a text, as a digit or in words."""
    words = re.findall(r"\d+|[^\W\d]+", text.lower())
    return Counter(int(word) if word.isdecimal() else NUMBERS[language].get(word, 0) for word in words) - Counter(
        {0: 999}
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_piece_has_words_in_every_language(game, language):
    """And no words are left for a text that is gone, or was said otherwise."""
    said = read_dictionary(language, f"{game}_pieces")
    assert said.keys() == sentences_of(game)
    assert len(said) > 50
    for english, own in said.items():
        assert own != english
        assert own[-1] == english[-1] == ".", own
        assert own[0].isupper() or own[0].isdecimal(), own


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_text_has_the_same_numbers_in_every_language(game, language):
    wrong = []
    for english, own in read_dictionary(language, f"{game}_pieces").items():
        meant, said = numbers_in(english, "en"), numbers_in(own, language)
        ones = said.pop(1, 0) - meant.pop(1, 0)
        spare = len(re.findall(r"\bone\b", english.lower()))
        if meant != said or not 0 <= ones <= spare:
            wrong.append((english, own))
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_names_of_pieces_stay_as_printed(game):
    """A piece that a text names bears the same name in every language."""
    catalog = json.dumps(ENGINES[game].catalog())
    names = {name for name in re.findall(r'"name": "([^"]+)"', catalog) if " " in name}
    named = {
        (english, name)
        for english in sentences_of(game)
        for name in names
        if re.search(rf"\b{re.escape(name)}\b", english)
    }
    for language in LANGUAGES:
        said = read_dictionary(language, f"{game}_pieces")
        assert [(english, name) for english, name in named if name not in said[english]] == []


def test_the_catalogs_english_stands_in_the_catalogs_alone():
    assert [path.name for path in (WORDS / "en").glob("*_pieces.ts")] == []


def reasons_of(game):
    """Return patterns of the words for why an action of a game is refused: triples of reason, rule and message."""
    tree = ast.parse((ROOT / "engine" / game / "refusals.py").read_text("utf-8"))
    found = {"not_legal_now", NEW_INFORMATION}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Tuple) or len(node.elts) not in (3, 4):
            continue
        reason, _, message, *_ = node.elts
        if isinstance(message, ast.Constant) and " " not in str(message.value):
            continue
        if isinstance(reason, ast.Constant) and isinstance(reason.value, str):
            found.add(reason.value)
        elif isinstance(reason, ast.JoinedStr):
            parts = (str(part.value) if isinstance(part, ast.Constant) else r"\w+" for part in reason.values)
            found.add("".join(parts))
    return found


def figures_of(game):
    """Return the names of the figures that come with each reason of a game's refusals."""
    source = (ROOT / "engine" / game / "refusals.py").read_text("utf-8")
    found = {}
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        named = {
            target.id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(function):
            if isinstance(node, ast.Tuple) and len(node.elts) == 4 and isinstance(node.elts[0], ast.Constant):
                told = node.elts[3]
                told = named[told.id] if isinstance(told, ast.Name) else told
                found.setdefault(node.elts[0].value, set()).add(frozenset(key.value for key in told.keys))
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_every_figure_of_a_refusal_is_said(game, language):
    """In a sentence of its own, which takes the figures that come with the reason, and no others."""
    words = read_dictionary(language, game)
    said = {
        key.removeprefix("figures."): {
            frozenset(re.findall(r"{(\w+)}", form))
            for form in (message.values() if isinstance(message, dict) else [message])
        }
        for key, message in words.items()
        if key.startswith("figures.")
    }
    assert said
    assert said == figures_of(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_of_a_refusal_has_words(game):
    """And none is left that no refusal gives; other languages have the same keys, says a test of the page's."""
    said = {key.removeprefix("reason.") for key in read_dictionary("en", game) if key.startswith("reason.")}
    reasons = reasons_of(game)
    assert len(reasons) > 15
    assert [reason for reason in reasons if not any(re.fullmatch(reason, each) for each in said)] == []
    assert [each for each in said if not any(re.fullmatch(reason, each) for reason in reasons)] == []


#: what no page asks for; if one does, it says in English what the server says
OF_PROGRAMS = {
    "BadAction",
    "BadDescription",
    "BadRecord",
    "BadRequest",
    "KeyReused",
    "MissingScope",
} | WEB_STATUS.keys()
#: their sentence depends on more than their name
TOLD_BY_REASON = {"BadEntry", "IllegalAction"}


def test_every_error_has_a_sentence_on_the_page():
    """Or is one that no page causes, or of a form, where the server's own words name the field."""
    source = (ROOT / "web/src/parts/refusal.tsx").read_text("utf-8")
    of_a_form = set(re.findall(r'"(\w+)"', re.search(r"OF_A_FORM.*?\]", source, re.DOTALL)[0]))
    said = set(re.findall(r'^  (\w+): "refused\.', source, re.MULTILINE))
    assert len(of_a_form) > 3
    assert len(said) > 30
    assert said | of_a_form | OF_PROGRAMS | TOLD_BY_REASON == ALL_STATUS.keys()
