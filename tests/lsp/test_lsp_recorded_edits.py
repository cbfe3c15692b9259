"""The sequences of `fixtures/edits`, played to the server again: who is thought to have made them.

`python tests/lsp/calibration.py` prints how often each confidence was right.
"""

from __future__ import annotations

from pathlib import Path

from connecting import Connect
from edit_calibration import kinds, levels, missed, names
from edit_sequences import Told, actual, play, prepare, sequences, told_by

from editor import CLOCKED

HINTS = {"trusted": True, "client": ["editHints"]}

ALIKE = {
    "downloaded",
    "generated_method",
    "made_by_a_generator",
    "middle_click",
    "other_editor",
    "terminal_heredoc",
    "terminal_heredoc_slowly",
}
"""What is not an assistant's, and looks just as if it were."""
FEW = 5
"""Suggestions of one confidence from which on a share means something."""


async def told(
    connect: Connect, folder: Path, ledger: Path, *, hints: bool
) -> dict[str, list[Told]]:
    """Who is thought to have made the edits of each sequence."""
    prepare(folder, sequences())
    editor = await connect(CLOCKED, options=HINTS if hints else {"trusted": True})
    for label in sequences():
        await play(editor, folder, label, hints=hints)
    await editor.quit()
    return told_by(ledger)


def test_half_of_the_sequences_have_no_suggestion() -> None:
    without = [label for label, sequence in sequences().items() if not sequence["suggestions"]]

    assert len(sequences()) >= 60
    assert abs(len(without) / len(sequences()) - 0.5) < 0.05


async def test_with_an_editors_hints_edits_are_told_right(
    connect: Connect, tmp_path: Path, ledger: Path
):
    found = await told(connect, tmp_path, ledger, hints=True)

    wrong = {
        label: (actual(sequence), found[label])
        for label, sequence in sequences().items()
        if kinds(actual(sequence)) != kinds(found.get(label, []))
    }
    assert set(wrong) <= ALIKE, wrong
    for level in levels(found):
        assert level.share >= level.confidence or level.said < FEW, level
        assert level.confidence < 1 or not level.wrong


async def test_without_hints_it_is_less_sure_and_still_right_as_often_as_it_says(
    connect: Connect, tmp_path: Path, ledger: Path
):
    found = await told(connect, tmp_path, ledger, hints=False)

    for level in levels(found):
        assert level.confidence <= 0.7
        assert level.share >= level.confidence or level.said < FEW, level
    assert len(missed(found)) <= 10
    for label, suggestions in found.items():
        assert max(names(suggestions).values()) == 1, label
