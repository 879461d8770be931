"""What errors, questions and corrections cost, and what follows from that: when to tell, to ask and to correct."""

SILENT_COST = 35.0
"""What nobody is asked about, and is wrong, costs as much as so many questions: the aims, one question a match and 0.4
silent errors in 1,000 plays, weigh alike at 155 plays a match (929 in six matches for tuning), 1 / (0.0004 * 155); and
one doubt leaves 2.2 of them, as two plays in the wrong order do (20 in nine of 72 matches). Until decision 0191 it was
16, as if it left one."""
BEYOND_QUESTION = 1 - 1 / SILENT_COST
"""A step that holds more than this is not asked about: the silent error that may remain costs less than a question."""
CORRECTION_COST = 1.5
"""A play that is put right costs as much as so many that are told late: a judgement."""
LIKELY = CORRECTION_COST / (CORRECTION_COST + 1)
"""A step is told with this much, the score marked: to tell it costs less than to wait. What was told and holds less is
asked about while the deal goes on; all else waits for its end, since later cards settle nearly all of it."""
