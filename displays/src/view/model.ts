/** All that the glass is drawn from. */

import type { GameFrame } from "../gen/eyesdown/board/v1/board_pb.ts";
import type { Board } from "../play/boards.ts";
import type { RoomSettings } from "../settings.ts";
import type { Words } from "../words.ts";

/** Whether the screen speaks: no; yes; it cannot; or only once somebody has touched it. */
export type Voice = "off" | "on" | "none" | "waits";

export interface Model {
  readonly words: Words;
  /** "far" shows the last call alone. */
  readonly view: string;
  readonly voice: Voice;
  /** What a new screen shows for a steward; undefined once it belongs to a room. */
  readonly pairing: { readonly code: string; readonly refused: boolean } | undefined;
  readonly room: RoomSettings | undefined;
  /** Every room of the house, by "<venue>/<room>". */
  readonly rooms: ReadonlyMap<string, RoomSettings>;
  readonly board: Board | undefined;
  readonly next: GameFrame | undefined;
  /** Milliseconds since the house was last heard of, when that is too long; `never`: not yet. */
  readonly offline: number | "never" | undefined;
  /** The screen's steady clock, and the house's time. Milliseconds. */
  readonly now: number;
  readonly house: number;
}
