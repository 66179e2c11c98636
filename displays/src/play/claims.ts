/**
 * Which claims stand on the glass. Pure.
 *
 * A claim is shown from its call out until it is decided, and its result for `RESULT` more; the next
 * call ends that at once, so that no decided claim stands where a number belongs.
 */

import { type FrameCallOut, type GameFrame, GamePhase } from "../gen/eyesdown/board/v1/board_pb.ts";
import { type DeskFrame, FrameCheck, type FrameClaim } from "../gen/eyesdown/board/v1/desk_pb.ts";

/** How long a result is shown, at the least, unless a number is called; milliseconds. */
export const RESULT = 8_000;

/** A claim of the hall. `card` is absent while none is at the desk. */
export interface Claim {
  readonly callOut: FrameCallOut;
  readonly card: FrameClaim | undefined;
}

export class Claims {
  #desk: DeskFrame | undefined;
  #decided = new Map<number, { at: number; calls: number }>();
  #open = new Set<number>();
  #first = true;

  /** Whether a card is at the desk for a call out that is not decided. */
  get atDesk(): boolean {
    const waits = [FrameCheck.WAITING, FrameCheck.CHECKING];
    return (
      this.#desk?.claims.some(
        (claim) => this.#open.has(claim.callOut) && waits.includes(claim.check),
      ) ?? false
    );
  }

  /** Take the desk's frame; false when it is not newer. */
  desk(frame: DeskFrame): boolean {
    if (this.#desk?.name === frame.name && frame.version <= this.#desk.version) return false;
    this.#desk = frame;
    return true;
  }

  /** Note what the game's newest frame says of its call outs. */
  game(frame: GameFrame, now: number): void {
    this.#open = new Set(
      frame.callOuts.filter((each) => each.status === "undecided").map((each) => each.callOut),
    );
    for (const each of frame.callOuts) {
      if (each.status === "undecided" || this.#decided.has(each.callOut)) continue;
      // What was decided before this screen looked is old.
      const at = this.#first ? Number.NEGATIVE_INFINITY : now;
      this.#decided.set(each.callOut, { at, calls: frame.calls.length });
    }
    this.#first = false;
  }

  /** The claims to show, in the order in which they were made. */
  showing(frame: GameFrame, now: number): Claim[] {
    const over = frame.phase === GamePhase.ENDED || frame.phase === GamePhase.VOID;
    return frame.callOuts
      .filter((each) => {
        const decided = this.#decided.get(each.callOut);
        if (decided === undefined) return !over;
        return now < decided.at + RESULT && frame.calls.length === decided.calls;
      })
      .map((callOut) => ({ callOut, card: this.#card(frame, callOut) }));
  }

  /** When a result leaves the glass; Infinity when none does. */
  next(frame: GameFrame, now: number): number {
    const due = this.showing(frame, now)
      .map((claim) => (this.#decided.get(claim.callOut.callOut)?.at ?? -Infinity) + RESULT)
      .filter((at) => at > now);
    return Math.min(...due, Infinity);
  }

  #card(frame: GameFrame, callOut: FrameCallOut): FrameClaim | undefined {
    if (this.#desk?.game !== frame.name) return undefined;
    const found = this.#desk.claims.find((claim) => claim.callOut === callOut.callOut);
    return found !== undefined && found.check !== FrameCheck.UNSPECIFIED ? found : undefined;
  }
}
