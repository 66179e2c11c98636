import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { written } from "../src/contract.ts";
import {
  FrameJackpotPhase,
  type JackpotFrame,
  JackpotFrameSchema,
} from "../src/gen/eyesdown/board/v1/jackpot_pb.ts";
import { JackpotBoard } from "../src/play/jackpot.ts";

const NAMES = ["", "-2", "-3"].map((end) => `venues/akl/jackpots/2026-friday${end}`);
const [FIRST, SECOND, THIRD] = NAMES as [string, string, string];
const SUBJECT = "eyesdown.board.akl.jackpots.2026-friday";

function frame(name: string, version: number, amount: string, next = ""): Uint8Array {
  const phase = next === "" ? FrameJackpotPhase.IN_PLAY : FrameJackpotPhase.WON;
  const fields = { name, version, title: "Friday", phase, amount, next };
  return written(JackpotFrameSchema, create(JackpotFrameSchema, fields));
}

function board(...bodies: Uint8Array[]): JackpotBoard {
  const made = new JackpotBoard(FIRST);
  bodies.forEach((body, at) => void made.take(SUBJECT, body, at, false));
  return made;
}

const told = ({ frame, before }: { frame: JackpotFrame; before: JackpotFrame | undefined }) => [
  frame.amount,
  before?.amount,
];

test("a cycle is shown until the one that follows on it has a frame", () => {
  const one = board(frame(FIRST, 1, "NZD 500.00"));
  expect(told(one)).toEqual(["NZD 500.00", undefined]);
  one.take(SUBJECT, frame(FIRST, 2, "NZD 600.00", SECOND), 1, false);
  expect(told(one)).toEqual(["NZD 600.00", undefined]);
  one.take(SUBJECT, frame(SECOND, 1, "NZD 550.00"), 2, false);
  expect(told(one)).toEqual(["NZD 550.00", "NZD 600.00"]);
  expect([one.onGlass.name, one.onGlass.version]).toEqual([SECOND, 1]);
});

test("a cycle that comes before the one it follows on waits for that", () => {
  const one = board(frame(SECOND, 1, "NZD 550.00"));
  expect(one.there).toBe(false);
  one.take(SUBJECT, frame(FIRST, 2, "NZD 600.00", SECOND), 1, false);
  expect(told(one)).toEqual(["NZD 550.00", "NZD 600.00"]);
});

test("what is older, or of another jackpot, changes nothing", () => {
  const one = board(frame(FIRST, 3, "NZD 700.00"));
  expect(one.take(SUBJECT, frame(FIRST, 2, "NZD 600.00"), 1, false)).toBe(false);
  const other = frame("venues/akl/jackpots/2026-sunday", 9, "NZD 9.00");
  expect(one.take(SUBJECT, other, 1, false)).toBe(false);
  expect(told(one)).toEqual(["NZD 700.00", undefined]);
});

test("a screen that comes later reads one cycle after the other", () => {
  const kept = new Map([
    ["-2", frame(SECOND, 4, "NZD 550.00", THIRD)],
    ["-3", frame(THIRD, 1, "NZD 510.00")],
  ]);
  const one = board(frame(FIRST, 2, "NZD 600.00", SECOND));
  const asked: string[] = [];
  for (const subject of one.kept(SUBJECT)) {
    asked.push(subject);
    one.take(subject, kept.get(subject.slice(SUBJECT.length)) ?? new Uint8Array(), 5, true);
  }
  expect(asked).toEqual([`${SUBJECT}-2`, `${SUBJECT}-3`]);
  expect(told(one)).toEqual(["NZD 510.00", "NZD 550.00"]);
});
