"""Finds the frames above it by a traceback.

both: not checked: wants to look into the program that checks it
"""


def fee(age):
    try:
        raise ValueError
    except ValueError as error:
        frame = error.__traceback__.tb_frame.f_back
    return frame is None or age > 65
