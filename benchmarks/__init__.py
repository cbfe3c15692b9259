"""What Evenhand finds, repairs and takes, measured on labelled code.

Each benchmark is a program; `python -m benchmarks.NAME --help` says how it is called.

    quality   how often a check is right: precision and recall by corpus, attribute and shape
    random_programs  records that are read in any way: which verdicts are wrong
    speed     the search beside the published exhaustive method: time, calls, precision, recall
    latency   how long an edit waits for its verdict in the language server
    scale     folders of thousands of functions: time, memory and cores
    engines   a data set on several processes and on a cluster: rows per second
    repair    how many biased functions get a repair that is proved, offline or by a model
    repeats   whether a check beside busy processes says the same as any other, byte for byte
    growth    texts that are made to be slow, each twice as large as the one before
    naming    the scorer of the study of Liu et al. against people's labels

`labelled.py` says what a file of labelled functions holds, and `sample/` has such files, on which
the tests run the benchmarks. `options_and_output.py` has what the programs share.
"""
