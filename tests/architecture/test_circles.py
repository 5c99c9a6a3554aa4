"""Modules never import each other in a circle, not even for types alone."""

from __future__ import annotations

from tests.architecture.findings import demand_none
from tests.architecture.sources import TOPS, files, imported, module_of


def imports_by_module():
    modules = {module_of(path): path for path in files(*TOPS)}
    wanted = {
        module: {name for name in imported(path) if name in modules} - {module} for module, path in modules.items()
    }
    # `from package import module` names the package too: it is the module that is needed.
    return {
        module: {name for name in names if not any(other.startswith(name + ".") for other in names)}
        for module, names in wanted.items()
    }


def reaches(start, imports):
    """Every module that a module needs, itself only if a circle leads back."""
    seen, ahead = set(), [*imports[start]]
    while ahead:
        module = ahead.pop()
        if module not in seen:
            seen.add(module)
            ahead += imports[module]
    return seen


def test_no_module_needs_itself_by_way_of_others():
    imports = imports_by_module()
    assert len(imports) > 100
    reached = {module: reaches(module, imports) for module in imports}
    circles = {}
    for module in imports:
        if module in reached[module]:
            circle = sorted(other for other in reached[module] if module in reached[other])
            circles[circle[0]] = circle
    demand_none("modules import each other in a circle", circles)
