"""Sets aside what differs only among people whom nobody is: a man and a woman, both pregnant."""

from __future__ import annotations

from dataclasses import replace

from evenhand.check.outcomes.requests import Steps
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.search.arguments.argument_trees import Node, leaves, set_value
from evenhand.check.search.input_state import InputState
from evenhand.check.search.probes import Probe
from evenhand.check.search.search_state import SearchState

GENDER, PREGNANCY = "gender", "pregnancy"


def among_possible_people(
    search: SearchState, state: InputState, pair: Probe
) -> Steps[Probe | None]:
    """The pair, in which nobody is pregnant if it is about gender; None if nothing differs then."""
    tree: Node = pair.context.as_tree()
    pregnant = [
        position
        for position, leaf in leaves(tree)
        if leaf.value is True and _attribute_of(search, leaf.path) == PREGNANCY
    ]
    if state.input.attribute != GENDER or not pregnant:
        return pair

    for position in pregnant:
        tree = set_value(tree, position, False)
    possible = replace(pair, context=pair.context.with_tree(tree))
    first, second = yield from search.perform([*possible.contexts])
    if not state.tells_apart(pair.values, first, second):
        return None
    return replace(possible, outcomes=(first, second))


def _attribute_of(search: SearchState, path: AccessPath | None) -> str:
    state = search.values.state_of(path)
    return state.input.attribute if state is not None else ""
