"""The experiments of the field's papers: a model is asked, its answers are judged and counted.

A study is a folder, and a line in `studies.py`. `huang/` is the plainest one to start from:

    huang.toml           the words and the published figures of the paper
    huang_paper.py       the same, as the rest of the folder reads them
    huang_tasks.py       what a model is asked, from `huang_tasks.toml`
    huang_answers.py     what is kept of one answer
    huang_judging.py     how one answer is judged; the only module that runs code
    huang_figures.py     the paper's measures of many answers
    huang_tables.py      the paper's tables
    huang_charts.py      the paper's figures
    huang_study.py       all of this as one `Study` (`study_interface.py`)

`huang/mitigation_prompts.py` and `huang/mitigation_tables.py` are the paper's second experiment,
on the answers of the first.

Shared by all studies are `generation/` (asking a model), `group_gains.py` and `checked_code.py`
(judging), `answer_flags.py`, `answer_labels.py`, `annotation_tables.py` and `model_comparison.py`
(what is counted in every study), and `tables.py`, `study_charts.py` and `study_page.py` (what is
shown).
"""
