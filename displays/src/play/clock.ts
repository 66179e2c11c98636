/**
 * The house's time and whether the house is alive, as its pulses tell. Pure.
 *
 * A pulse is late by its way here and never early, so of the last ones that which puts the house's
 * clock furthest on is nearest to the truth.
 */

/** Without the owner's pulse for this long, the glass says offline; milliseconds. */
export const SILENCE = 5_000;
/** So many pulses are looked back on. */
const KEPT = 16;

export class Clock {
  /** By how much the house's clock was ahead of the screen's, and of its steady one. */
  #ahead: { wall: number; steady: number }[] = [];
  #heard = new Map<string, number>();

  /** A pulse of `service` that was sent at `sent` (house) came at `wall` (screen) and `now`. */
  pulse(service: string, sent: number, wall: number, now: number): void {
    this.#ahead = [...this.#ahead, { wall: sent - wall, steady: sent - now }].slice(-KEPT);
    // What was held up on its way tells that the house was alive then, not that it is now.
    const late = Math.max(...this.#ahead.map((each) => each.steady)) - (sent - now);
    const heard = this.#heard.get(service) ?? Number.NEGATIVE_INFINITY;
    this.#heard.set(service, Math.max(heard, now - late));
  }

  /** The house's time at `wall`, milliseconds since 1970. */
  house(wall: number): number {
    return wall + this.#offset;
  }

  /** Milliseconds by which the screen's own clock is ahead of the house's. */
  get skew(): number {
    return Math.round(-this.#offset);
  }

  /** When `service`, or with "" any, was last heard; undefined: never. */
  heard(service: string): number | undefined {
    if (service !== "") return this.#heard.get(service);
    const all = [...this.#heard.values()];
    return all.length > 0 ? Math.max(...all) : undefined;
  }

  get #offset(): number {
    return this.#ahead.length > 0 ? Math.max(...this.#ahead.map((each) => each.wall)) : 0;
  }
}
