"""`eyesdown call`: the screen of whoever calls, supervises or announces a game, run by keyboard.

In the order of reading: `keys` (what a key means), `orders` (what can be asked of the draw),
`desk` (what the screen knows), `dialogs` (what it asks before it asks the draw), `playing` (what a
key does, and an answer), all pure; then `look` (how it is drawn), `app` and `command`.
"""
