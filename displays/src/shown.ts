/** What a display says of its glass: which version is on it whole, and since when. */
import { create } from "@bufbuild/protobuf";
import { type Shown, ShownSchema } from "./gen/eyesdown/board/v1/board_pb.ts";
import type { Whole } from "./play/kinds.ts";
import { instant } from "./time.ts";

/** What the acknowledgement is made of beside the glass. */
export interface About {
  readonly display: string;
  readonly room: string;
  readonly build: string;
  readonly skew: number;
  /** The house's time at an instant of the screen's steady clock, as far as it is known now. */
  readonly house: (steady: number) => number;
  readonly now: number;
}

/** Makes the acknowledgements. An instant once told stays as it was, however the clock is set. */
export class Acknowledgements {
  #told = new Map<number, number>();

  /** The acknowledgement of what is on the glass; `whole` is absent while nothing is. */
  of(whole: Whole | undefined, about: About): Shown {
    const { display, room, build, skew, house, now } = about;
    const told = new Map<number, number>();
    const at = (steady: number) => {
      const first = told.get(steady) ?? this.#told.get(steady) ?? house(steady);
      told.set(steady, first);
      return instant(first);
    };
    const said = create(ShownSchema, {
      display,
      room,
      build,
      clockSkew: skew,
      at: instant(house(now)),
      ...(whole !== undefined && {
        name: whole.name,
        version: whole.version,
        since: at(whole.since),
        calls: whole.calls.map(({ position, number, since }) => ({
          position,
          number,
          since: at(since),
        })),
      }),
    });
    this.#told = told;
    return said;
  }
}
