"""Strip charts of scripts and styles; the page's style sheet colours them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

STRIPPED_TAGS = ("style", "script", "title", "desc")
PLAIN: Mapping[str, Any] = {
    "explicit_size": False, "show_legend": False, "js": [], "margin": 10,
}  # fmt: skip
"""Options of pygal for every chart."""
_SVG = "{http://www.w3.org/2000/svg}"


def bare(root: ElementTree.Element, label: str) -> str:
    """The chart as text, without scripts, styles and what only a mouse can reach.

    `label` is the id of the element that describes the chart in words.
    """
    for parent in list(root.iter()):
        for child in list(parent):
            if _is_stripped(child):
                parent.remove(child)

    for node in root.iter():
        node.attrib.pop("style", None)
        node.attrib.pop("id", None)

    root.set("role", "img")
    root.set("aria-labelledby", label)
    return ElementTree.tostring(root, encoding="unicode")


def _is_stripped(node: ElementTree.Element) -> bool:
    if not isinstance(node.tag, str):  # a comment
        return True
    classes = node.get("class", "").split()
    is_on_hover = any(name in classes for name in ("tooltip", "overlay", "text-overlay"))
    return is_on_hover or node.tag.removeprefix(_SVG) in STRIPPED_TAGS
