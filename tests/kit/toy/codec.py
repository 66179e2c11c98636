"""How a jar is written in the journal, and the row that lists show."""

from __future__ import annotations

from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from tests.kit.toy import jar
from tests.kit.toy.v1 import toy_pb2


def row(state: jar.State) -> toy_pb2.JarRow:
    """The row of a jar."""
    match state:
        case jar.NoJar():
            return toy_pb2.JarRow()
        case jar.Closed():
            return row(state.jar)
        case jar.Jar():
            hidden = state.hidden.value if state.hidden else None
            return toy_pb2.JarRow(
                label=state.label,
                beads=state.beads,
                hidden=hidden.count if hidden else None,
            )


CODEC: Codec[jar.Event, jar.State] = Codec(
    shapes=(
        Shape(jar.JarOpened, toy_pb2.JarOpened),
        Shape(jar.BeadsPut, toy_pb2.BeadsPut),
        Shape(jar.BeadsTaken, toy_pb2.BeadsTaken),
        Shape(jar.JarEmptied, toy_pb2.JarEmptied),
        Shape(jar.BeadsHidden, toy_pb2.BeadsHidden),
        Shape(jar.BeadsShown, toy_pb2.BeadsShown),
        Shape(jar.LidTried, toy_pb2.LidTried),
        Shape(jar.JarClosed, toy_pb2.JarClosed),
    ),
    row=row,
    recorded=(jar.NOT_YOUR_JAR,),
)
