"""`eyesdown demo`: an evening through the public API, with its figures checked.

Everything that is expected here was worked out by hand, beside the line that expects it; a
difference ends the demo with exit code 1. `command` lists the parts in their order, `evening` says
who is there; a part is a function of the evening, in a file of its own.
"""
