/** Frames to play with. */
import { create } from "@bufbuild/protobuf";
import {
  FrameCallOutSchema,
  FrameCallSchema,
  FrameCorrectionSchema,
  type GameFrame,
  GameFrameSchema,
  GamePhase,
} from "../src/gen/eyesdown/board/v1/board_pb.ts";

export const NAME = "venues/akl/games/2026-11-29-07";
/** The least time of these games, in milliseconds. */
export const LEAST = 1_000;

/** A frame in play with these calls, in order. */
export function frame(
  version: number,
  numbers: number[],
  more: Partial<GameFrame> = {},
): GameFrame {
  const made = create(GameFrameSchema, {
    name: NAME,
    version,
    phase: GamePhase.IN_PLAY,
    numbers: 90,
    count: numbers.length,
    leastShown: LEAST,
    calls: numbers.map((number, index) => ({ position: index + 1, number, confirmed: true })),
  });
  return Object.assign(made, more);
}

/** The calls of these numbers, those taken back marked. */
export function calls(...numbers: (number | { back: number })[]) {
  return numbers.map((number, index) =>
    create(FrameCallSchema, {
      position: index + 1,
      number: typeof number === "number" ? number : number.back,
      takenBack: typeof number !== "number",
    }),
  );
}

export function correction(position: number, wrong: number, right: number, kind = "spoken") {
  return create(FrameCorrectionSchema, { position, wrong, right, kind });
}

export function callOut(number: number, status: string) {
  return create(FrameCallOutSchema, { callOut: number, room: "main", afterPosition: 1, status });
}
