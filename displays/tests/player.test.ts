import { describe, expect, test } from "vitest";
import type { GameFrame } from "../src/gen/eyesdown/board/v1/board_pb.ts";
import { Player, SAID } from "../src/play/player.ts";
import { calls, correction, frame, LEAST } from "./frames.ts";

/** A frame comes, and the glass is drawn. */
function take(player: Player, made: GameFrame, now: number, caughtUp = false): boolean {
  const taken = player.take(made, now, caughtUp);
  player.turn(now);
  return taken;
}

/** Let the time pass, and say what was the last call at every turn. */
function play(player: Player, from: number, until: number): [number, number | undefined][] {
  const seen: [number, number | undefined][] = [];
  for (let now = from; now <= until; now = Math.max(player.next(now), now + 1)) {
    if (!Number.isFinite(now)) break;
    player.turn(now);
    const last = player.glass.last?.number;
    if (seen.at(-1)?.[1] !== last) seen.push([now, last]);
  }
  return seen;
}

describe("the order of frames", () => {
  test("the first frame is shown as it is, and nothing of it is played again", () => {
    const { glass } = new Player(frame(7, [5, 71, 44]), 0);
    expect([glass.played, glass.board, glass.version]).toEqual([3, 3, 7]);
    expect(glass.last?.number).toBe(44);
  });

  test("B4: an older frame is dropped, and so is the same again", () => {
    const player = new Player(frame(7, [5, 71]), 0);
    expect(take(player, frame(6, [5]), 10)).toBe(false);
    expect(take(player, frame(7, [5]), 10)).toBe(false);
    expect(player.glass.frame.calls).toHaveLength(2);
  });

  test("a frame of another game is not taken", () => {
    const player = new Player(frame(7, [5]), 0);
    expect(take(player, frame(9, [5, 6], { name: "venues/akl/games/2026-11-29-08" }), 10)).toBe(
      false,
    );
  });

  test("B3: a newer frame with fewer numbers that count is the truth", () => {
    const player = new Player(frame(7, [5, 71]), 0);
    const back = frame(8, [5, 71], { calls: calls(5, { back: 71 }), count: 1 });
    expect(take(player, back, 10)).toBe(true);
    expect(player.glass.last?.number).toBe(5);
    expect(player.glass.calls.map((call) => call.number)).toEqual([5]);
  });
});

describe("B17: every call in its turn", () => {
  test("a burst of ten is played one by one, each for the least time", () => {
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const player = new Player(frame(1, []), 0);
    for (const [index] of numbers.entries()) {
      take(player, frame(index + 2, numbers.slice(0, index + 1)), LEAST + index);
    }
    const seen = play(player, LEAST + 10, 20 * LEAST);
    expect(seen.map(([, number]) => number)).toEqual(numbers);
    const at = player.glass.calls.map((call) => call.since);
    for (let index = 1; index < at.length; index++) {
      expect((at[index] ?? 0) - (at[index - 1] ?? 0)).toBeGreaterThanOrEqual(LEAST);
    }
  });

  test("one frame with many calls is a burst too", () => {
    const player = new Player(frame(1, []), 0);
    take(player, frame(9, [11, 22, 33]), LEAST);
    expect(player.glass.last?.number).toBe(11);
    expect(player.glass.board).toBe(1);
    expect(play(player, LEAST, 9 * LEAST).map(([, number]) => number)).toEqual([11, 22, 33]);
  });

  test("under a profile without a least time each call still has a frame of the screen", () => {
    const none = { leastShown: 0 };
    const player = new Player(frame(1, [], none), 0);
    take(player, frame(2, [11, 22, 33], none), 100);
    expect(player.glass.last?.number).toBe(11);
    expect(play(player, 100, 1_000)).toEqual([
      [100, 11],
      [116, 22],
      [132, 33],
    ]);
  });

  test("however many frames come before the glass is drawn, one call has its turn", () => {
    const player = new Player(frame(1, []), 0);
    player.take(frame(2, [11]), LEAST);
    player.take(frame(3, [11, 22]), 9 * LEAST);
    player.turn(9 * LEAST);
    expect(player.glass.last?.number).toBe(11);
  });

  test("what is acknowledged is never ahead of what was played", () => {
    const player = new Player(frame(1, []), 0);
    take(player, frame(2, [11]), LEAST);
    take(player, frame(3, [11, 22]), LEAST + 1);
    take(player, frame(4, [11, 22], { count: 2 }), LEAST + 2);
    expect(player.glass.version).toBe(2);
    player.turn(2 * LEAST);
    expect([player.glass.version, player.glass.since]).toEqual([4, 2 * LEAST]);
  });

  test("a call that was taken back before its turn is not shown", () => {
    const player = new Player(frame(1, []), 0);
    take(player, frame(2, [11, 22]), LEAST);
    take(player, frame(3, [], { calls: calls(11, { back: 22 }, 33) }), LEAST + 1);
    expect(play(player, LEAST + 1, 9 * LEAST).map(([, number]) => number)).toEqual([11, 33]);
  });

  test("the last call has the glass for its least time, whatever comes after it", () => {
    const player = new Player(frame(1, []), 0);
    take(player, frame(2, [11]), LEAST);
    expect(player.busy(2 * LEAST - 1)).toBe(true);
    expect(player.next(LEAST)).toBe(2 * LEAST);
    expect(player.busy(2 * LEAST)).toBe(false);
  });
});

test("after a gap the board is right at once, and the calls that were missed are played", () => {
  const player = new Player(frame(1, [5]), 0);
  take(player, frame(9, [5, 11, 22, 33]), 10 * LEAST, true);
  expect(player.glass.board).toBe(4);
  expect(player.glass.last?.number).toBe(11);
  expect(play(player, 10 * LEAST, 20 * LEAST).map(([, number]) => number)).toEqual([11, 22, 33]);
});

describe("corrections", () => {
  test("a correction overtakes the calls that wait, alone for the least time", () => {
    const player = new Player(frame(1, []), 0);
    take(player, frame(2, [11, 22, 33]), LEAST);
    const corrected = frame(3, [11, 22, 17], { correction: correction(3, 33, 17) });
    take(player, corrected, LEAST + 1);
    expect(player.glass.notices[0]).toMatchObject({ position: 3, wrong: 33, right: 17 });
    expect([player.glass.alone, player.glass.played]).toEqual([true, 1]);
    player.turn(2 * LEAST);
    expect(player.glass.played).toBe(1);
    expect(play(player, 2 * LEAST + 1, 9 * LEAST).map(([, number]) => number)).toEqual([22, 17]);
    expect(player.glass.notices).toHaveLength(1);
    player.turn(LEAST + 1 + SAID);
    expect(player.glass.notices).toHaveLength(0);
  });

  test("the same correction in later frames is said once", () => {
    const player = new Player(frame(1, [33]), 0);
    const told = { correction: correction(1, 33, 17) };
    take(player, frame(2, [17], told), 10);
    player.turn(10 + SAID);
    take(player, frame(3, [17, 4], told), 20 + SAID);
    expect(player.glass.notices).toHaveLength(0);
  });

  test("one that was there before this screen came is not said again", () => {
    const first = frame(5, [17], { correction: correction(1, 33, 17) });
    expect(new Player(first, 0).glass.notices).toHaveLength(0);
  });

  test("a call that was taken back is said once, whether the frame names it too or not", () => {
    const player = new Player(frame(1, [5, 71]), 0);
    take(player, frame(2, [], { calls: calls(5, { back: 71 }) }), 10);
    expect(player.glass.notices[0]).toMatchObject({ position: 2, wrong: 71, right: 0 });
    const named = { calls: calls(5, { back: 71 }), correction: correction(2, 71, 0, "taken back") };
    player.turn(10 + SAID);
    take(player, frame(3, [], named), 20 + SAID);
    expect(player.glass.notices).toHaveLength(0);
  });

  test("a number that was put right is acknowledged as it is now, since it was put right", () => {
    const player = new Player(frame(1, [5, 44]), 0);
    take(player, frame(2, [5, 17], { correction: correction(2, 44, 17) }), 500);
    expect(player.glass.calls).toEqual([
      { position: 1, number: 5, since: 0, live: false },
      { position: 2, number: 17, since: 500, live: true },
    ]);
  });

  test("twelve calls at most are told of", () => {
    const many = Array.from({ length: 30 }, (_, index) => index + 1);
    expect(new Player(frame(1, many), 0).glass.calls.map((call) => call.number)).toEqual(
      many.slice(-12),
    );
  });
});
