/** What every board can be asked, and a board that is shown as its newest frame. Pure. */
import type { OnGlass } from "./player.ts";

/** What every board can be asked. */
export interface Kind {
  /** The services without whose pulse it is not live. */
  readonly owners: readonly string[];
  /** It has a frame. */
  readonly there: boolean;
  /** Something waits for its turn, or has not stood long enough. */
  busy(now: number): boolean;
  /** Nothing is in play here any more: the next game may be told of. */
  readonly over: boolean;
  /** Name, version that is on the glass whole, and since when; calls of a game. */
  readonly onGlass: Whole;
  /** Subjects to listen to beside its own. */
  besides(subject: string): string[];
  /** Subjects beside its own whose last value is read after a reconnect; each is asked for once
   * the one before was taken. */
  kept(subject: string): Iterable<string>;
  /** Take what came; false when it changes nothing. `caughtUp`: it came after a gap. */
  take(subject: string, body: Uint8Array, now: number, caughtUp: boolean): boolean;
  /** It comes onto the glass now. */
  shown(now: number): void;
  turn(now: number): void;
  /** When something is next due; Infinity while nothing is. */
  due(now: number): number;
}

/** What is on the glass whole. */
export interface Whole {
  readonly name: string;
  readonly version: number;
  readonly since: number;
  readonly calls: readonly OnGlass[];
}

/** A board that is shown as its newest frame. */
export abstract class Newest<F extends { name: string; version: number }> {
  readonly name: string;
  #frame: F | undefined;
  #since = 0;

  constructor(name: string) {
    this.name = name;
  }

  protected abstract parse(body: Uint8Array): F | undefined;

  /** The newest frame. Throws before there is one. */
  get frame(): F {
    if (this.#frame === undefined) throw new Error(`${this.name} is not on the glass yet`);
    return this.#frame;
  }

  protected get newest(): F | undefined {
    return this.#frame;
  }

  protected put(frame: F, now: number): void {
    this.#frame = frame;
    this.#since = now;
  }

  get there(): boolean {
    return this.#frame !== undefined;
  }

  busy(_: number): boolean {
    return false;
  }

  get onGlass(): Whole {
    return { name: this.name, version: this.frame.version, since: this.#since, calls: [] };
  }

  besides(_: string): string[] {
    return [];
  }

  kept(_: string): Iterable<string> {
    return [];
  }

  take(_: string, body: Uint8Array, now: number, __: boolean): boolean {
    const frame = this.parse(body);
    const older = this.#frame !== undefined && (frame?.version ?? 0) <= this.#frame.version;
    if (frame === undefined || frame.name !== this.name || older) return false;
    this.put(frame, now);
    return true;
  }

  shown(now: number): void {
    this.#since = now;
  }

  turn(_: number): void {}

  due(_: number): number {
    return Infinity;
  }
}
