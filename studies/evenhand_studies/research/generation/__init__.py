"""Asking a model many questions, within a budget, so that none is asked twice.

questions      a question, and an answer as it is kept
extraction     the code in an answer
json_lines     files that survive a process that is killed
session_record how a session asked
run_folder     the folder of a run, in which it can be resumed
budget         what a run may cost, and what it has cost
run_session    asking: several questions at once
"""
