/** What a display says of its glass: which version is on it whole, and since when. */
import { create } from "@bufbuild/protobuf";
import { type Shown, ShownSchema } from "./gen/eyesdown/board/v1/board_pb.ts";
import type { Whole } from "./play/boards.ts";
import { instant } from "./time.ts";

/** What the acknowledgement is made of beside the glass. */
export interface About {
  readonly display: string;
  readonly room: string;
  readonly build: string;
  readonly skew: number;
  /** The house's time at an instant of the screen's steady clock. */
  readonly house: (steady: number) => number;
  readonly now: number;
}

/** The acknowledgement of what is on the glass; `whole` is absent while nothing is. */
export function shown(whole: Whole | undefined, about: About): Shown {
  const { display, room, build, skew, house, now } = about;
  return create(ShownSchema, {
    display,
    room,
    build,
    clockSkew: skew,
    at: instant(house(now)),
    ...(whole !== undefined && {
      name: whole.name,
      version: whole.version,
      since: instant(house(whole.since)),
      calls: whole.calls.map((call) => ({
        position: call.position,
        number: call.number,
        since: instant(house(call.since)),
      })),
    }),
  });
}
