"""The experiments of the field's papers: a model is asked, its answers are judged and counted.

A study is a folder, and a line in `studies.py`. `huang/` is the plainest one to start from:

    huang.toml           the words and the published figures of the paper
    huang_paper.py       the same, as the rest of the folder reads them
    huang_tasks.py       what a model is asked, from `huang_tasks.toml` and, in other languages,
                         from `huang_tasks.de.toml` and others
    huang_answers.py     what is kept of one answer
    huang_judging.py     how one answer is judged; the only module that runs code
    huang_figures.py     the paper's measures of many answers
    huang_tables.py      the paper's tables
    huang_charts.py      the paper's figures
    huang_study.py       all of this as one `Study` (`study_interface.py`)

`huang/mitigation_prompts.py` and `huang/mitigation_tables.py` are the paper's second experiment,
on the answers of the first; `solar/iterative_prompts.py` and `solar/iterative_tables.py` are
another's.

Shared by all studies are `generation/` (asking a model), `languages.py` (in which language),
`generation/prompt_styles.py` (in which words), `group_gains.py`, `checked_code.py` and
`found_verdicts.py` (judging), `answer_flags.py`, `answer_labels.py`, `annotation_tables.py`,
`model_comparison.py`, `model_ranks.py` and `item_records.py` (what is counted and kept in every
study), and `modes.py`, `tables.py`, `plan_table.py`, `study_charts.py`, `study_page.py`,
`table_formats.py` and `latex_tables.py` (what is shown, and in which form).
"""
