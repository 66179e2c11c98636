/**
 * Plays the frames of one game onto the glass. Pure: it is told the time, in milliseconds of one
 * clock that never steps.
 *
 * - A frame that is not newer than the last is dropped: versions order, never the count of calls.
 * - The first frame is shown as it is. Of every later one each new call gets its turn, in order and
 *   for the least time of the profile; none is skipped, whatever came at once.
 * - A correction overtakes the calls that wait: it is alone on the glass for the least time, and is
 *   said for `SAID` altogether.
 * - After a gap in the connection the board is right at once (`caughtUp`), and the calls that were
 *   missed still have their turns as the last call.
 */
import type { FrameCall, GameFrame } from "../gen/eyesdown/board/v1/board_pb.ts";

/** How long a correction is said, at the least; milliseconds. */
export const SAID = 8_000;
/** A turn takes a frame of the screen, even under a profile that sets no least time. */
const TURN = 16;
/** How many of the newest calls are told of in an acknowledgement. */
const TOLD = 12;

/** A correction that is being said. `right` is 0 when the call was taken back. */
export interface Notice {
  readonly position: number;
  readonly wrong: number;
  readonly right: number;
  readonly kind: string;
  readonly until: number;
}

/** A call as it came onto the glass. */
export interface OnGlass {
  readonly position: number;
  readonly number: number;
  readonly since: number;
  /** It came while this screen looked; else it was there before. */
  readonly live: boolean;
}

/** What is on the glass. */
export interface Glass {
  /** The newest frame. */
  readonly frame: GameFrame;
  /** The call that is the last one on the glass; undefined before the first. */
  readonly last: FrameCall | undefined;
  /** Calls up to this position have had their turn. */
  readonly played: number;
  /** Calls up to this position are on the board. */
  readonly board: number;
  /** Corrections that are being said, the newest first. */
  readonly notices: readonly Notice[];
  /** A correction has the glass for itself. */
  readonly alone: boolean;
  /** The version that is on the glass whole, and since when. */
  readonly version: number;
  readonly since: number;
  /** The newest calls on the glass, in their order. */
  readonly calls: readonly OnGlass[];
}

export class Player {
  #frame: GameFrame;
  #played: number;
  #board: number;
  #ready: number;
  #notices: Notice[] = [];
  #alone = 0;
  #said = new Set<string>();
  #waiting: { version: number; calls: number }[] = [];
  #version: number;
  #since: number;
  #calls: OnGlass[];

  /** A glass that shows `first` as it is. */
  constructor(first: GameFrame, now: number) {
    this.#frame = first;
    this.#played = this.#board = first.calls.length;
    this.#ready = now + least(first);
    this.#version = first.version;
    this.#since = now;
    this.#calls = first.calls
      .filter((call) => !call.takenBack)
      .slice(-TOLD)
      .map((call) => ({ position: call.position, number: call.number, since: now, live: false }));
    for (const each of corrections(first)) this.#said.add(each.key);
  }

  get glass(): Glass {
    const frame = this.#frame;
    return {
      frame,
      last: frame.calls.slice(0, this.#played).findLast((call) => !call.takenBack),
      played: this.#played,
      board: this.#board,
      notices: this.#notices,
      alone: this.#alone > 0 && this.#notices.length > 0,
      version: this.#version,
      since: this.#since,
      calls: this.#calls,
    };
  }

  /** Whether calls wait for their turn. */
  get behind(): boolean {
    return this.#played < this.#frame.calls.length;
  }

  /** Whether the glass is needed for calls: some wait, or the last one has not stood long enough. */
  busy(now: number): boolean {
    return this.behind || now < this.#ready || this.#alone > 0;
  }

  /**
   * Take a frame that came; false when it is not newer. `caughtUp`: it came after a gap. Nothing
   * has its turn by this: a call that did, and was not drawn before the next, would be skipped.
   */
  take(frame: GameFrame, now: number, caughtUp = false): boolean {
    if (frame.name !== this.#frame.name || frame.version <= this.#frame.version) return false;
    this.#frame = frame;
    this.#played = Math.min(this.#played, frame.calls.length);
    if (caughtUp) this.#board = frame.calls.length;
    this.#waiting.push({ version: frame.version, calls: frame.calls.length });
    this.#correct(frame, now);
    return true;
  }

  /** Move on what is due, one call at most, just before it is drawn; false when nothing was. */
  turn(now: number): boolean {
    let moved = this.#expire(now);
    if (this.#alone === 0 && now >= this.#ready) {
      while (this.behind) {
        const call = this.#frame.calls[this.#played] as FrameCall;
        this.#played += 1;
        moved = true;
        if (call.takenBack) continue;
        this.#calls = [...this.#calls, shown(call, now)].slice(-TOLD);
        this.#ready = now + least(this.#frame);
        break;
      }
    }
    this.#board = Math.max(this.#board, this.#played);
    return this.#settle(now) || moved;
  }

  /** When something is next due; Infinity while nothing is. */
  next(now: number): number {
    const due = this.#notices.map((notice) => notice.until);
    if (this.#alone > 0) due.push(this.#alone);
    else if (this.busy(now)) due.push(this.#ready);
    return Math.min(...due, Infinity);
  }

  #correct(frame: GameFrame, now: number): void {
    for (const each of corrections(frame)) {
      if (this.#said.has(each.key)) continue;
      this.#said.add(each.key);
      const notice = { ...each.notice, until: now + Math.max(SAID, least(frame)) };
      const others = this.#notices.filter((other) => other.position !== notice.position);
      this.#notices = [notice, ...others];
      this.#alone = now + least(frame);
    }
    // What is on the glass already is put right there.
    this.#calls = this.#calls.flatMap((call) => {
      const newest = frame.calls[call.position - 1];
      if (newest === undefined || newest.takenBack) return [];
      return newest.number === call.number ? [call] : [shown(newest, now)];
    });
  }

  #expire(now: number): boolean {
    const before = this.#notices.length;
    this.#notices = this.#notices.filter((notice) => notice.until > now);
    const over = this.#alone > 0 && now >= this.#alone;
    if (over) this.#alone = 0;
    return over || this.#notices.length < before;
  }

  /** Note which version is on the glass whole by now. */
  #settle(now: number): boolean {
    let settled = false;
    while (this.#waiting[0] !== undefined && this.#waiting[0].calls <= this.#played) {
      this.#version = this.#waiting[0].version;
      this.#since = now;
      this.#waiting.shift();
      settled = true;
    }
    return settled;
  }
}

function least(frame: GameFrame): number {
  return Math.max(frame.leastShown, TURN);
}

function shown(call: FrameCall, now: number): OnGlass {
  return { position: call.position, number: call.number, since: now, live: true };
}

/** The corrections that a frame tells of, each with what it is known by. */
function corrections(frame: GameFrame): { key: string; notice: Omit<Notice, "until"> }[] {
  const told = frame.calls
    .filter((call) => call.takenBack)
    .map((call) => ({ position: call.position, wrong: call.number, right: 0, kind: "taken back" }));
  if (frame.correction !== undefined) {
    const { position, wrong, right, kind } = frame.correction;
    told.push({ position, wrong, right, kind });
  }
  return told.map((notice) => ({
    key: `${notice.position}/${notice.wrong}/${notice.right}`,
    notice,
  }));
}
