"""Drawings without any style of their own: the page's style sheet colours them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

STYLE_OF_ITS_OWN = ("style", "script", "title", "desc")
PLAIN: Mapping[str, Any] = {
    "explicit_size": False, "show_legend": False, "js": [], "margin": 10,
}  # fmt: skip
"""What every chart is drawn with."""
_SVG = "{http://www.w3.org/2000/svg}"


def bare(root: ElementTree.Element, label: str) -> str:
    """A drawing without scripts, styles and what only a mouse could find.

    `label` is the id of the text that says in words what is drawn.
    """
    for parent in list(root.iter()):
        for child in list(parent):
            tag = str(child.tag).removeprefix(_SVG)
            if tag in STYLE_OF_ITS_OWN or _hidden(child) or not isinstance(child.tag, str):
                parent.remove(child)
    for node in root.iter():
        node.attrib.pop("style", None)
        node.attrib.pop("id", None)
    root.set("role", "img")
    root.set("aria-labelledby", label)
    return ElementTree.tostring(root, encoding="unicode")


def _hidden(node: ElementTree.Element) -> bool:
    classes = node.get("class", "").split()
    return "tooltip" in classes or "overlay" in classes or "text-overlay" in classes
