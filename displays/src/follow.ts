/**
 * Follows what a screen is to show: the pointer of its room, or one board, and what belongs to it.
 * First it listens, then it reads what is kept: nothing falls between the two.
 */

import { read } from "./contract.ts";
import {
  type GameFrame,
  GameFrameSchema,
  GamePhase,
  PulseSchema,
  RoomPointerSchema,
} from "./gen/eyesdown/board/v1/board_pb.ts";
import type { Keep } from "./keep.ts";
import type { Line } from "./net/link.ts";
import type { Place } from "./place.ts";
import { type Board, boardOf } from "./play/boards.ts";
import { type Clock, SILENCE } from "./play/clock.ts";
import { millis } from "./time.ts";

/** Milliseconds before what could not be read is read again. */
const AGAIN = 300;

interface Pointer {
  readonly showing: string;
  readonly subject: string;
}

export class Follower {
  readonly clock: Clock;
  #line: Line;
  #place: Place;
  #keep: Keep;
  #changed: () => void;
  #sequence = 0;
  #pointer: Pointer | undefined;
  #arriving: Board | undefined;
  #board: Board | undefined;
  #next: GameFrame | undefined;
  #following: (() => void)[] = [];
  #standing: (() => void)[] = [];
  #waiting: (() => void) | undefined;
  #gap = false;
  #reads = 0;

  constructor(line: Line, place: Place, keep: Keep, clock: Clock, changed: () => void) {
    this.#line = line;
    this.#place = place;
    this.#keep = keep;
    this.clock = clock;
    this.#changed = changed;
    const { venue, room, board } = place;
    this.#standing.push(
      line.listen(`eyesdown.pulse.${venue}.*`, (body, on) => this.#pulse(body, on)),
    );
    if (board === "") {
      const subject = `eyesdown.room.${venue}.${room}`;
      this.#standing.push(line.listen(subject, (body, _, at) => this.#point(body, at)));
    } else {
      const subject = `eyesdown.board.${venue}.${board.replace("/", ".")}`;
      this.#follow({ showing: `venues/${venue}/${board}`, subject });
    }
    this.#watchForNext();
  }

  /** What is on the glass; undefined before anything was. */
  get board(): Board | undefined {
    return this.#board;
  }

  /** The game that was opened next in this room; only while nothing is in play. */
  get next(): GameFrame | undefined {
    return this.#next;
  }

  /** How long ago the house was last heard of; undefined: never. */
  age(now: number): number | undefined {
    const heard = this.#owners.map((owner) => this.clock.heard(owner));
    return heard.includes(undefined) ? undefined : now - Math.min(...(heard as number[]));
  }

  /** Whether the house has been silent for too long: what is shown may be old. */
  silent(now: number): boolean {
    return (this.age(now) ?? 0) >= SILENCE;
  }

  /** The connection is there, again: what was published meanwhile did not come. */
  connected(): void {
    this.#sequence = 0;
    this.#catchUp();
  }

  /** Move on what is due by time. */
  turn(now: number): void {
    this.#board?.turn(now);
    this.#switch(now);
  }

  /** When something is next due; Infinity while nothing is. */
  due(now: number): number {
    return this.#board?.due(now) ?? Infinity;
  }

  close(): void {
    for (const end of [...this.#standing, ...this.#following]) end();
    this.#waiting?.();
  }

  get #owners(): readonly string[] {
    return this.#board?.owners ?? [""];
  }

  // -- what comes ----------------------------------------------------------------------------

  #pulse(body: Uint8Array, subject: string): void {
    const pulse = read(PulseSchema, body);
    if (pulse?.at === undefined) return;
    const service = subject.split(".")[3] ?? "";
    const now = performance.now();
    // After a silence, what a line held up comes behind this pulse; what is kept, behind all of it.
    if (now - (this.clock.heard(service) ?? now) >= SILENCE) this.#catchUp();
    this.clock.pulse(service, millis(pulse.at), Date.now(), now);
    this.#changed();
  }

  #point(body: Uint8Array, sequence: number): void {
    const pointer = read(RoomPointerSchema, body);
    if (pointer === undefined || sequence <= this.#sequence) return;
    this.#sequence = sequence;
    if (pointer.next !== "") this.#keep.expect(this.#place, pointer.next);
    const found = { showing: pointer.showing, subject: pointer.board };
    if (pointer.showing === "" || found.showing === this.#pointer?.showing) return;
    this.#follow(found);
    void this.#readAll();
  }

  /** Listen to a board. What is on the glass stays until the first frame of it. */
  #follow(pointer: Pointer): void {
    for (const end of this.#following) end();
    this.#pointer = pointer;
    this.#arriving = boardOf(pointer.showing);
    this.#following = this.#subjects(pointer).map((subject) =>
      this.#line.listen(subject, (body, on) => this.#take(body, on)),
    );
  }

  #subjects(pointer: Pointer): string[] {
    const board = this.#arriving;
    return board === undefined ? [] : [pointer.subject, ...board.besides(pointer.subject)];
  }

  #take(body: Uint8Array, subject: string): void {
    const board = this.#arriving ?? this.#board;
    const now = performance.now();
    if (board?.take(subject, body, now, this.#gap || this.silent(now))) {
      this.#switch(now);
      this.#watchForNext();
      this.#changed();
    }
  }

  /** Show the board that was pointed at, once it has a frame and every call before had its turn. */
  #switch(now: number): void {
    const arriving = this.#arriving;
    if (arriving === undefined || !arriving.there || this.#board?.busy(now)) return;
    arriving.shown(now);
    this.#board = arriving;
    this.#arriving = undefined;
    this.#watchForNext();
  }

  // -- the next game ---------------------------------------------------------------------------

  /** Between games, watch for one that is opened for this room: it is not pointed at yet. */
  #watchForNext(): void {
    const idle = this.#place.board === "" && (this.#board === undefined || this.#board.over);
    if (!idle) {
      this.#waiting?.();
      this.#waiting = this.#next = undefined;
    } else if (this.#waiting === undefined) {
      const games = `eyesdown.board.${this.#place.venue}.games.*`;
      this.#waiting = this.#line.listen(games, (body) => this.#opened(body));
    }
  }

  #opened(body: Uint8Array): void {
    const frame = read(GameFrameSchema, body);
    if (frame === undefined || !this.#isHere(frame)) return;
    if (frame.phase === GamePhase.WAITING) {
      if (this.#next?.name === frame.name && frame.version <= this.#next.version) return;
      this.#next = frame;
      this.#keep.expect(this.#place, frame.name);
    } else if (this.#next?.name === frame.name) {
      this.#next = undefined;
    } else {
      return;
    }
    this.#changed();
  }

  #isHere(frame: GameFrame): boolean {
    const { venue, room } = this.#place;
    const home = frame.name.startsWith(`venues/${venue}/`);
    return (
      frame.rooms.includes(`venues/${venue}/rooms/${room}`) || (home && frame.rooms.includes(room))
    );
  }

  // -- what is kept ----------------------------------------------------------------------------

  /** Until what is kept was read, whatever comes is of a gap. */
  #catchUp(): void {
    this.#gap = true;
    void this.#readAll();
  }

  async #readAll(): Promise<void> {
    const mine = ++this.#reads;
    try {
      await this.#read();
      if (mine === this.#reads) this.#gap = false;
    } catch {
      // The connection is gone, and `connected` comes again; or the stream is not there yet.
      setTimeout(() => mine === this.#reads && void this.#readAll(), AGAIN);
    }
  }

  async #read(): Promise<void> {
    const { venue, room, board } = this.#place;
    if (board === "") {
      const subject = `eyesdown.room.${venue}.${room}`;
      const kept = await this.#line.last(subject);
      if (kept !== undefined) this.#point(kept.body, kept.sequence);
    }
    const pointer = this.#pointer;
    if (pointer !== undefined) {
      const showing = this.#arriving ?? this.#board;
      await this.#readOne(pointer, pointer.subject);
      for (const subject of showing?.kept(pointer.subject) ?? [])
        await this.#readOne(pointer, subject);
    }
    await this.#readNext();
  }

  async #readOne(pointer: Pointer, subject: string): Promise<void> {
    const kept = await this.#line.last(subject);
    if (kept !== undefined && pointer === this.#pointer) this.#take(kept.body, subject);
  }

  async #readNext(): Promise<void> {
    const game = this.#keep.next(this.#place);
    if (this.#waiting === undefined || game === "") return;
    const kept = await this.#line.last(boardIn(this.#place.venue, game));
    if (kept !== undefined) this.#opened(kept.body);
  }
}

/** The subject of a game's board in a venue; of one that is linked from another, that is in its id:
 * a screen reads the boards of its own venue alone. */
function boardIn(venue: string, game: string): string {
  const [, home, kind, id] = game.split("/");
  return `eyesdown.board.${venue}.${kind}.${home === venue ? id : `${home}-${id}`}`;
}
