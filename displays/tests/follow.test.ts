import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { beforeEach, expect, test, vi } from "vitest";
import { written } from "../src/contract.ts";
import { Follower } from "../src/follow.ts";
import {
  GameFrameSchema,
  GamePhase,
  PulseSchema,
  RoomPointerSchema,
} from "../src/gen/eyesdown/board/v1/board_pb.ts";
import type { Keep } from "../src/keep.ts";
import type { Kept, Line, Take } from "../src/net/link.ts";
import { Clock } from "../src/play/clock.ts";
import { frame, NAME } from "./frames.ts";

const OTHER = "venues/akl/games/2026-11-29-08";
const PLACE = { venue: "akl", room: "main", display: "", board: "", choices: {} };

/** A line on which the test says what comes and what is kept. */
class Told implements Line {
  readonly takes = new Map<string, Take[]>();
  readonly kept = new Map<string, Kept>();
  asked: string[] = [];
  down = false;

  listen(subject: string, take: Take): () => void {
    const takes = this.takes.get(subject) ?? [];
    this.takes.set(subject, [...takes, take]);
    return () => {
      const left = (this.takes.get(subject) ?? []).filter((each) => each !== take);
      if (left.length > 0) this.takes.set(subject, left);
      else this.takes.delete(subject);
    };
  }

  async last(subject: string): Promise<Kept | undefined> {
    this.asked.push(subject);
    if (this.down) throw new Error("down");
    return this.kept.get(subject);
  }

  say(): void {}

  comes(subject: string, body: Uint8Array, sequence = 0): void {
    for (const take of this.takes.get(subject) ?? []) {
      take(body, subject.replace("akl.*", "akl.draw"), sequence);
    }
  }
}

function pointer(showing: string, next = ""): Uint8Array {
  const board = `eyesdown.board.akl.games.${showing.split("/").at(-1)}`;
  return written(RoomPointerSchema, create(RoomPointerSchema, { showing, board, next }));
}

function game(version: number, numbers: number[], more: object = {}): Uint8Array {
  return written(GameFrameSchema, frame(version, numbers, { leastShown: 0, ...more }));
}

function pulse(at: number): Uint8Array {
  return written(PulseSchema, create(PulseSchema, { at: timestampFromMs(at) }));
}

const ROOM = "eyesdown.room.akl.main";
const PULSE = "eyesdown.pulse.akl.*";
const BOARD = "eyesdown.board.akl.games.2026-11-29-07";
const NEXT = "eyesdown.board.akl.games.2026-11-29-08";

let line: Told;
let expected: string;
let follower: Follower;

beforeEach(() => {
  line = new Told();
  expected = "";
  const keep = {
    next: () => expected,
    expect: (_: unknown, name: string) => void (expected = name),
  };
  follower = new Follower(line, PLACE, keep as unknown as Keep, new Clock(), () => undefined);
});

function onGlass(): [string, number] | undefined {
  const whole = follower.board?.onGlass;
  return whole && [whole.name, whole.version];
}

test("it listens before it reads, and shows what is kept", async () => {
  line.kept.set(ROOM, { sequence: 3, body: pointer(NAME) });
  line.kept.set(BOARD, { sequence: 4, body: game(7, [5]) });
  expect(line.takes.has(ROOM)).toBe(true);
  follower.connected();
  await vi.waitFor(() => expect(onGlass()).toEqual([NAME, 7]));
  expect(line.takes.has(BOARD)).toBe(true);
});

test("a pointer that is older than the one known moves nothing", async () => {
  line.comes(ROOM, pointer(NAME), 5);
  line.comes(BOARD, game(7, [5]));
  line.comes(ROOM, pointer(OTHER), 4);
  expect(line.takes.has(NEXT)).toBe(false);
  expect(onGlass()).toEqual([NAME, 7]);
});

test("B7: a board stays until the next one has a frame", () => {
  line.comes(ROOM, pointer(NAME), 5);
  line.comes(BOARD, game(7, [5], { phase: GamePhase.ENDED }));
  line.comes(ROOM, pointer(OTHER), 6);
  expect(onGlass()).toEqual([NAME, 7]);
  follower.turn(performance.now() + 1_000);
  line.comes(NEXT, game(1, [], { name: OTHER }));
  follower.turn(performance.now() + 1_000);
  expect(onGlass()).toEqual([OTHER, 1]);
});

test("B17: the calls of the old game have their turns before the new one is shown, and its own after", () => {
  const least = { leastShown: 10_000 };
  line.comes(ROOM, pointer(NAME), 5);
  line.comes(BOARD, game(7, [5], least));
  line.comes(BOARD, game(9, [5, 71], { ...least, phase: GamePhase.ENDED }));
  line.comes(ROOM, pointer(OTHER), 6);
  line.comes(NEXT, game(1, [], { name: OTHER }));
  line.comes(NEXT, game(3, [8, 9], { name: OTHER }));
  expect(onGlass()?.[0]).toBe(NAME);
  const now = performance.now();
  follower.turn(now + 10_001);
  expect(follower.board?.onGlass.calls.map((call) => call.number)).toEqual([5, 71]);
  follower.turn(now + 20_002);
  expect(onGlass()?.[0]).toBe(OTHER);
  follower.turn(now + 20_100);
  follower.turn(now + 20_200);
  expect(follower.board?.onGlass.calls.map((call) => call.number)).toEqual([8, 9]);
});

test("between games the one that is opened for this room is told of, until it is gone", () => {
  line.comes(ROOM, pointer(NAME), 5);
  line.comes(BOARD, game(7, [5]));
  const opened = { name: OTHER, phase: GamePhase.WAITING, rooms: ["main"] };
  line.comes("eyesdown.board.akl.games.*", game(1, [], opened));
  expect(follower.next).toBeUndefined();
  line.comes(BOARD, game(8, [5], { phase: GamePhase.ENDED }));
  const watching = "eyesdown.board.akl.games.*";
  line.comes(watching, game(1, [], { ...opened, rooms: ["terrace"] }));
  expect(follower.next).toBeUndefined();
  line.comes(watching, game(1, [], opened));
  expect([follower.next?.name, expected]).toEqual([OTHER, OTHER]);
  line.comes(watching, game(2, [], { ...opened, phase: GamePhase.VOID }));
  expect(follower.next).toBeUndefined();
});

test("a screen that comes after the opening is told of it by the pointer", async () => {
  line.kept.set(ROOM, { sequence: 3, body: pointer(NAME, OTHER) });
  line.kept.set(BOARD, { sequence: 4, body: game(7, [5], { phase: GamePhase.ENDED }) });
  const opened = { name: OTHER, phase: GamePhase.WAITING, rooms: ["main"] };
  line.kept.set(NEXT, { sequence: 5, body: game(1, [], opened) });
  follower.connected();
  await vi.waitFor(() => expect(follower.next?.name).toBe(OTHER));
  expect(onGlass()).toEqual([NAME, 7]);
});

test("of a linked game that comes next it asks for the board in its own venue", async () => {
  const far = "venues/wlg/games/2026-11-29-08";
  const here = "eyesdown.board.akl.games.wlg-2026-11-29-08";
  line.kept.set(ROOM, { sequence: 3, body: pointer("", far) });
  const opened = { name: far, phase: GamePhase.WAITING, rooms: ["venues/akl/rooms/main"] };
  line.kept.set(here, { sequence: 5, body: game(1, [], opened) });
  follower.connected();
  await vi.waitFor(() => expect(follower.next?.name).toBe(far));
  expect(line.asked).toEqual([ROOM, here]);
});

test("what the pointer says comes next and is over by now is not told of", async () => {
  line.kept.set(ROOM, { sequence: 3, body: pointer(NAME, OTHER) });
  line.kept.set(BOARD, { sequence: 4, body: game(7, [5], { phase: GamePhase.ENDED }) });
  const gone = { name: OTHER, phase: GamePhase.VOID, rooms: ["main"] };
  line.kept.set(NEXT, { sequence: 5, body: game(2, [], gone) });
  follower.connected();
  await vi.waitFor(() => expect(line.asked).toContain(NEXT));
  expect(follower.next).toBeUndefined();
});

test("a linked game of another venue is told of by the whole name of the room", () => {
  const far = { name: "venues/wlg/games/2026-11-29-08", phase: GamePhase.WAITING };
  const watching = "eyesdown.board.akl.games.*";
  line.comes(watching, game(1, [], { ...far, rooms: ["main"] }));
  expect(follower.next).toBeUndefined();
  line.comes(watching, game(1, [], { ...far, rooms: ["main", "venues/akl/rooms/main"] }));
  expect(follower.next?.name).toBe(far.name);
});

test("what could not be read is read again", async () => {
  vi.useFakeTimers();
  line.down = true;
  line.kept.set(ROOM, { sequence: 3, body: pointer(NAME) });
  line.kept.set(BOARD, { sequence: 4, body: game(7, [5]) });
  follower.connected();
  await vi.advanceTimersByTimeAsync(1);
  line.down = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onGlass()).toEqual([NAME, 7]);
  vi.useRealTimers();
});

test("B17: of what a line held up the board is right at once, behind a pulse too", async () => {
  const steady = vi.spyOn(performance, "now").mockReturnValue(0);
  const called = () => (follower.board?.kind === "game" ? follower.board.player.glass.board : 0);
  line.comes(ROOM, pointer(NAME), 5);
  line.comes(BOARD, game(7, [5], { leastShown: 10_000 }));
  line.comes(PULSE, pulse(0));
  steady.mockReturnValue(5_200);
  line.comes(BOARD, game(9, [5, 71], { leastShown: 10_000 }));
  line.comes(PULSE, pulse(1_000));
  line.comes(BOARD, game(11, [5, 71, 44], { leastShown: 10_000 }));
  expect(called()).toBe(3);
  // What is kept comes behind all of it; from then on each call waits for its turn.
  await new Promise((resolve) => setTimeout(resolve));
  expect(line.asked).toContain(BOARD);
  line.comes(BOARD, game(13, [5, 71, 44, 17], { leastShown: 10_000 }));
  expect(called()).toBe(3);
  steady.mockRestore();
});

test("what is no frame and no pointer is passed over", () => {
  const noise = new TextEncoder().encode("{not json");
  line.comes(ROOM, noise, 9);
  line.comes(ROOM, pointer(NAME), 5);
  line.comes(BOARD, noise);
  line.comes(BOARD, game(7, [5], { name: OTHER }));
  expect(follower.board).toBeUndefined();
});
