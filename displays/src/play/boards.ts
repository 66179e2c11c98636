/** The boards that a screen can show, each with what belongs to it. Pure: they are told the time. */
import { read } from "../contract.ts";
import { type GameFrame, GameFrameSchema, GamePhase } from "../gen/eyesdown/board/v1/board_pb.ts";
import { DeskFrameSchema } from "../gen/eyesdown/board/v1/desk_pb.ts";
import {
  type SessionTableFrame,
  SessionTableFrameSchema,
  SessionTablePhase,
} from "../gen/eyesdown/board/v1/session_table_pb.ts";
import {
  type SittingFrame,
  SittingFrameSchema,
  SittingPhase,
} from "../gen/eyesdown/board/v1/sitting_pb.ts";
import {
  type TournamentFrame,
  TournamentFrameSchema,
} from "../gen/eyesdown/board/v1/tournament_pb.ts";
import { Claims } from "./claims.ts";
import { JackpotBoard } from "./jackpot.ts";
import { type Kind, Newest, type Whole } from "./kinds.ts";
import { Player } from "./player.ts";

export type Board = GameBoard | TournamentBoard | SessionTableBoard | SittingBoard | JackpotBoard;

/** The board of a name, "venues/akl/games/2026-11-29-07"; undefined for a kind that is none. */
export function boardOf(name: string): Board | undefined {
  switch (name.split("/")[2]) {
    case "games":
      return new GameBoard(name);
    case "tournaments":
      return new TournamentBoard(name);
    case "tables":
      return new SessionTableBoard(name);
    case "sittings":
      return new SittingBoard(name);
    case "jackpots":
      return new JackpotBoard(name);
  }
  return undefined;
}

/** A bingo game and its claim desk. */
export class GameBoard implements Kind {
  readonly kind = "game";
  readonly claims = new Claims();
  readonly name: string;
  #player: Player | undefined;
  /** Frames that came before the game was on the glass, the oldest first. */
  #early: GameFrame[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** The game on the glass. Throws before there is one. */
  get player(): Player {
    if (this.#player === undefined) throw new Error(`${this.name} is not on the glass yet`);
    return this.#player;
  }

  get owners(): readonly string[] {
    return this.claims.atDesk ? ["draw", "verify"] : ["draw"];
  }

  get there(): boolean {
    return this.#player !== undefined || this.#early.length > 0;
  }

  busy(now: number): boolean {
    return this.#player?.busy(now) ?? false;
  }

  get over(): boolean {
    const phase = this.#player?.glass.frame.phase;
    return phase === GamePhase.ENDED || phase === GamePhase.VOID;
  }

  get onGlass(): Whole {
    const { version, since, calls } = this.player.glass;
    return { name: this.name, version, since, calls };
  }

  besides(subject: string): string[] {
    return [subject.replace(".games.", ".claimDesks.")];
  }

  kept(subject: string): string[] {
    return this.besides(subject);
  }

  take(subject: string, body: Uint8Array, now: number, caughtUp: boolean): boolean {
    if (subject.includes(".claimDesks.")) {
      const desk = read(DeskFrameSchema, body);
      return desk !== undefined && desk.game === this.name && this.claims.desk(desk);
    }
    const frame = read(GameFrameSchema, body);
    if (frame === undefined || frame.name !== this.name) return false;
    const taken = this.#player?.take(frame, now, caughtUp) ?? this.#earlier(frame);
    if (taken) this.claims.game(frame, now);
    return taken;
  }

  shown(now: number): void {
    const [first, ...later] = this.#early;
    if (first === undefined) return;
    this.#player = new Player(first, now);
    for (const frame of later) this.#player.take(frame, now);
    this.#early = [];
  }

  turn(now: number): void {
    this.#player?.turn(now);
  }

  due(now: number): number {
    if (this.#player === undefined) return Infinity;
    const claims = this.claims.next(this.#player.glass.frame, now);
    return Math.min(this.#player.next(now), claims);
  }

  /** Keep a frame until the game comes onto the glass. */
  #earlier(frame: GameFrame): boolean {
    if (frame.version <= (this.#early.at(-1)?.version ?? 0)) return false;
    this.#early.push(frame);
    return true;
  }
}

/** A tournament, with the tables of its sessions, which have the clocks. */
export class TournamentBoard extends Newest<TournamentFrame> implements Kind {
  readonly kind = "tournament";
  readonly owners = ["tournament"];
  readonly tables = new Map<string, SessionTableFrame>();

  get over(): boolean {
    return this.there && ["cancelled", "closed"].includes(this.frame.phase);
  }

  override besides(subject: string): string[] {
    return [`${tablesOf(subject)}*`];
  }

  override kept(subject: string): string[] {
    if (!this.there) return [];
    const id = this.name.split("/")[3] ?? "";
    return this.frame.sessions
      .filter((session) => ["seated", "started", "held"].includes(session.state))
      .flatMap((session) =>
        session.tables.map(
          (each) => `${tablesOf(subject)}${id}-s${session.session}-t${each.table}`,
        ),
      );
  }

  override take(subject: string, body: Uint8Array, now: number, caughtUp: boolean): boolean {
    return subject.includes(".tables.")
      ? this.#table(body)
      : super.take(subject, body, now, caughtUp);
  }

  protected override parse(body: Uint8Array): TournamentFrame | undefined {
    return read(TournamentFrameSchema, body);
  }

  #table(body: Uint8Array): boolean {
    const frame = read(SessionTableFrameSchema, body);
    const ours = `${this.name.replace("/tournaments/", "/tables/")}-s`;
    if (frame === undefined || !frame.name.startsWith(ours)) return false;
    if ((this.tables.get(frame.name)?.version ?? 0) >= frame.version) return false;
    this.tables.set(frame.name, frame);
    return true;
  }
}

function tablesOf(subject: string): string {
  return `${subject.split(".").slice(0, 3).join(".")}.tables.`;
}

/** A session table: its sign, its clock and its boxes. */
export class SessionTableBoard extends Newest<SessionTableFrame> implements Kind {
  readonly kind = "session-table";
  readonly owners = ["tournament"];

  get over(): boolean {
    return this.there && this.frame.phase === SessionTablePhase.CLOSED;
  }

  protected override parse(body: Uint8Array): SessionTableFrame | undefined {
    return read(SessionTableFrameSchema, body);
  }
}

/** A pai gow table: its sign and its boxes. */
export class SittingBoard extends Newest<SittingFrame> implements Kind {
  readonly kind = "sitting";
  readonly owners = ["paigow"];

  get over(): boolean {
    return this.there && this.frame.phase === SittingPhase.CLOSED;
  }

  protected override parse(body: Uint8Array): SittingFrame | undefined {
    return read(SittingFrameSchema, body);
  }
}
