/** A tournament on the wall: its clock, who sits where, and how they stand. Players by number. */
import { html, nothing, type TemplateResult } from "lit-html";
import { SessionTablePhase } from "../gen/eyesdown/board/v1/session_table_pb.ts";
import type { FrameSession, TournamentFrame } from "../gen/eyesdown/board/v1/tournament_pb.ts";
import type { TournamentBoard } from "../play/boards.ts";
import { millis, notBefore, span } from "../time.ts";
import type { Words } from "../words.ts";
import type { Model } from "./model.ts";

/** So many tables fit beside the standings; and so long, in milliseconds, they are shown. */
const TABLES = 2;
const TURN = 10_000;

/** The session that matters now: one in play, else the next, else the last. */
export function current(frame: TournamentFrame): FrameSession | undefined {
  const of = (...states: string[]) => frame.sessions.find((each) => states.includes(each.state));
  return of("started", "held") ?? of("seated") ?? of("planned") ?? frame.sessions.at(-1);
}

export function tournament(model: Model, board: TournamentBoard): TemplateResult {
  const { words } = model;
  const { frame } = board;
  const session = current(frame);
  return html`<main class="tournament ${model.offline === undefined ? "live" : "stale"}"
    data-page="tournament" data-name=${frame.name} data-version=${frame.version}>
    <header class="head">
      <h1>${frame.title}</h1>
      <p>${words.of("tournament", frame.phase)}</p>
      <p>${words.say("tournament.players", { n: frame.players, most: frame.most })}</p>
    </header>
    ${session === undefined ? nothing : clock(model, board, session)}
    <div class="columns">
      ${session === undefined ? nothing : seating(model, board, session)}
      ${standings(words, frame)}
    </div>
  </main>`;
}

function clock(model: Model, board: TournamentBoard, session: FrameSession): TemplateResult {
  const { words } = model;
  const state = words.of("session", session.state);
  return html`<section class="clock" data-session=${session.session}>
    <p class="of">${words.say("session", { n: session.session })} · ${session.title} · ${session.length} · ${state}</p>
    ${left(model, board, session)}
  </section>`;
}

/** Its time left as its tables have it; the time of day at which it starts, before. */
function left(
  model: Model,
  board: TournamentBoard,
  session: FrameSession,
): TemplateResult | typeof nothing {
  const { words, room, house } = model;
  const tables = [...board.tables.values()].filter((table) => table.session === session.session);
  const held = tables.find((table) => table.phase === SessionTablePhase.HELD);
  if (held !== undefined && held.secondsLeft > 0) {
    return html`<p class="time" role="timer">${span(held.secondsLeft * 1000)} <small>${words.say("clock.held")}</small></p>`;
  }
  const ends = tables.flatMap((table) =>
    table.endsAt === undefined ? [] : [millis(table.endsAt)],
  );
  if (ends.length > 0 && session.state === "started") {
    const rest = Math.max(...ends) - notBefore(house, tables);
    if (rest <= 0) return html`<p class="time">${words.say("clock.up")}</p>`;
    return html`<p class="time" role="timer" aria-label=${words.say("clock.left")}>${span(rest)}</p>`;
  }
  if (session.startsAt === undefined || !["planned", "seated"].includes(session.state))
    return nothing;
  const zone = room?.timeZone ? { timeZone: room.timeZone } : {};
  const at = new Intl.DateTimeFormat(words.tag, { hour: "numeric", minute: "2-digit", ...zone });
  return html`<p class="time">${words.say("session.starts")} ${at.format(millis(session.startsAt))}</p>`;
}

function seating(model: Model, board: TournamentBoard, session: FrameSession): TemplateResult {
  const { words } = model;
  const chips = new Map<string, number>();
  for (const table of board.tables.values()) {
    if (table.session !== session.session) continue;
    for (const box of table.boxes) chips.set(`${table.table}/${box.box}`, box.chips);
  }
  // More tables than the wall has room for take turns, on every screen at the same time.
  const pages = Math.max(1, Math.ceil(session.tables.length / TABLES));
  const first = (Math.floor(model.house / TURN) % pages) * TABLES;
  return html`<section class="seating">
    ${session.tables.slice(first, first + TABLES).map(
      (table) => html`<table>
        <caption>${words.say("table", { n: table.table })}</caption>
        <thead><tr><th scope="col">${words.say("box", { n: "" })}</th><th scope="col">${words.say("player", { n: "" })}</th><th scope="col">${words.say("chips")}</th></tr></thead>
        <tbody>
          ${table.seats.map((seat) => {
            const goes = table.qualified.includes(seat.player)
              ? words.say("qualified")
              : table.tied.includes(seat.player)
                ? words.say("tied")
                : "";
            return html`<tr class=${goes === "" ? "" : "goes"}>
              <td>${seat.box}</td>
              <td><b>${seat.player}</b> ${goes === "" ? nothing : html`<small>${goes}</small>`}</td>
              <td>${seat.chips || (chips.get(`${table.table}/${seat.box}`) ?? "")}</td>
            </tr>`;
          })}
        </tbody>
      </table>`,
    )}
  </section>`;
}

function standings(words: Words, frame: TournamentFrame): TemplateResult | typeof nothing {
  const prizes = new Map(frame.prizes.map((each) => [each.place, each.prize]));
  const players = new Map(frame.placings.map((each) => [each.place, each.players.join(", ")]));
  const places = [...new Set([...players.keys(), ...prizes.keys()])].sort((a, b) => a - b);
  if (places.length === 0) return nothing;
  return html`<section class="standings">
    <table>
      <caption>${words.say(players.size > 0 ? "standings" : "prizes")}</caption>
      <tbody>
        ${places.map((place) => html`<tr><th scope="row">${place}.</th><td><b>${players.get(place) ?? ""}</b></td><td>${prizes.get(place) ?? ""}</td></tr>`)}
      </tbody>
    </table>
  </section>`;
}
