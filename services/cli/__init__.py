"""The command line: runs services, and looks at the house as a whole.

`main` has the table of all commands. A command is a file of its name in the room of what it is
about, and what it prints is another, `…_page`. `draw`, `verify`, `tournament` and `paigow` ask
these services, `access` and `rules` any; `journal` reads what is kept, without a service; `screens`
shows the glass; `caller` is the caller's screen; `day` and `demo` go through a whole day; `house`
runs a house and `ops` looks after it; `docs` writes pages from the code. `common` is known to all
of them and knows none (docs/adr/0031).
"""
