import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { GamePhase } from "../src/gen/eyesdown/board/v1/board_pb.ts";
import { DeskFrameSchema, FrameCheck } from "../src/gen/eyesdown/board/v1/desk_pb.ts";
import { Claims, RESULT } from "../src/play/claims.ts";
import { callOut, frame, NAME } from "./frames.ts";

function desk(version: number, check: FrameCheck, game = NAME) {
  const claims = [{ callOut: 1, check, card: 12, face: [1, 0, 3], width: 3 }];
  return create(DeskFrameSchema, {
    name: "venues/akl/claimDesks/2026-11-29-07",
    version,
    game,
    claims,
  });
}

const open = frame(2, [5], { callOuts: [callOut(1, "undecided")], phase: GamePhase.PAUSED });
const decided = frame(3, [5], { callOuts: [callOut(1, "valid")] });

test("a claim is shown from its call out on, with its card once it is at the desk", () => {
  const claims = new Claims();
  claims.game(open, 0);
  expect(claims.showing(open, 0).map((each) => each.card)).toEqual([undefined]);
  claims.desk(desk(1, FrameCheck.CHECKING));
  expect(claims.showing(open, 0)[0]?.card?.card).toBe(12);
  expect(claims.atDesk).toBe(true);
});

test("B5: its result stays for its time and is gone then", () => {
  const claims = new Claims();
  claims.game(open, 0);
  claims.game(decided, 100);
  expect(claims.showing(decided, 100)).toHaveLength(1);
  expect(claims.next(decided, 100)).toBe(100 + RESULT);
  expect(claims.showing(decided, 100 + RESULT)).toHaveLength(0);
  expect(claims.next(decided, 100 + RESULT)).toBe(Infinity);
});

test("B5: the next number ends a result at once", () => {
  const claims = new Claims();
  claims.game(open, 0);
  claims.game(decided, 100);
  const called = frame(4, [5, 71], { callOuts: decided.callOuts });
  claims.game(called, 200);
  expect(claims.showing(called, 200)).toHaveLength(0);
});

test("what was decided before this screen came is not shown", () => {
  const claims = new Claims();
  claims.game(decided, 0);
  expect(claims.showing(decided, 0)).toHaveLength(0);
});

test("an undecided call out of a game that is over does not stand in the way", () => {
  const claims = new Claims();
  const over = frame(3, [5], { callOuts: open.callOuts, phase: GamePhase.ENDED });
  claims.game(over, 0);
  expect(claims.showing(over, 0)).toHaveLength(0);
});

test("the desk's frames are ordered by version, and another game's desk is not ours", () => {
  const claims = new Claims();
  claims.game(open, 0);
  expect(claims.desk(desk(4, FrameCheck.VALID))).toBe(true);
  expect(claims.desk(desk(3, FrameCheck.CHECKING))).toBe(false);
  expect(claims.showing(open, 0)[0]?.card?.check).toBe(FrameCheck.VALID);
  expect(new Claims().showing(open, 0)[0]?.card).toBeUndefined();
});
