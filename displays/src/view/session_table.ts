/** A session table's sign: limits, shoe, clock, and the boxes with what lies before them. */
import { html, nothing, type TemplateResult } from "lit-html";
import {
  type SessionTableFrame,
  SessionTablePhase,
} from "../gen/eyesdown/board/v1/session_table_pb.ts";
import type { SessionTableBoard } from "../play/boards.ts";
import { millis, notBefore, span } from "../time.ts";
import type { Key, Words } from "../words.ts";
import type { Model } from "./model.ts";

const PHASES: Readonly<Partial<Record<SessionTablePhase, Key>>> = {
  [SessionTablePhase.SEATED]: "phase.seated",
  [SessionTablePhase.WAGERING]: "phase.wagering",
  [SessionTablePhase.DEALT]: "phase.dealt",
  [SessionTablePhase.HELD]: "phase.held",
  [SessionTablePhase.TALLYING]: "phase.tallying",
  [SessionTablePhase.FINISHED]: "phase.finished",
  [SessionTablePhase.CLOSED]: "phase.closed",
};

export function sessionTable(model: Model, board: SessionTableBoard): TemplateResult {
  const { words } = model;
  const { frame } = board;
  const phase = PHASES[frame.phase];
  return html`<main class="sign ${model.offline === undefined ? "live" : "stale"}"
    data-page="session-table" data-name=${frame.name} data-version=${frame.version}>
    <header class="head">
      <h1>${words.say("table", { n: frame.table })}</h1>
      <p>${words.say("session", { n: frame.session })}</p>
      <p>${phase === undefined ? "" : words.say(phase)}</p>
    </header>
    <p class="limits">${words.say("limits", { least: frame.minimum, most: frame.maximum })}</p>
    <p class="steps">${steps(words, frame)}</p>
    <section class="clock">${progress(words, frame)}${clock(model, frame)}</section>
    ${boxes(words, frame)}
  </main>`;
}

function steps(words: Words, frame: SessionTableFrame): string {
  if (frame.multiples) return words.say("multiples");
  return frame.increment > 0 ? words.say("increment", { n: frame.increment }) : "";
}

function progress(words: Words, frame: SessionTableFrame): TemplateResult {
  const said: string[] = [];
  if (frame.shoe > 0) {
    said.push(
      words.say(frame.shoes > 0 ? "shoe" : "shoe.only", { n: frame.shoe, all: frame.shoes }),
    );
  }
  if (frame.round > 0) {
    said.push(
      words.say(frame.rounds > 0 ? "round.of" : "round", { n: frame.round, all: frame.rounds }),
    );
  }
  if (frame.lastRound) said.push(words.say("lastRound"));
  return html`<p class="of">${said.join(" · ")}</p>`;
}

function clock({ words, house }: Model, frame: SessionTableFrame): TemplateResult | typeof nothing {
  if (frame.secondsLeft > 0) {
    return html`<p class="time" role="timer">${span(frame.secondsLeft * 1000)} <small>${words.say("clock.held")}</small></p>`;
  }
  if (frame.endsAt === undefined) return nothing;
  const rest = millis(frame.endsAt) - notBefore(house, [frame]);
  const told = rest > 0 ? span(rest) : words.say("clock.up");
  return html`<p class="time" role="timer" aria-label=${words.say("clock.left")}>${told}</p>`;
}

function boxes(words: Words, frame: SessionTableFrame): TemplateResult {
  return html`<table class="boxes">
    <thead>
      <tr>
        <th scope="col">${words.say("box", { n: "" })}</th>
        <th scope="col">${words.say("player", { n: "" })}</th>
        <th scope="col">${words.say("chips")}</th>
        <th scope="col">${words.say("wager")}</th>
        <td></td>
      </tr>
    </thead>
    <tbody>
      ${frame.boxes.map((box) => {
        const told: string[] = [];
        if (box.box === frame.marker) told.push(words.say("marker"));
        if (box.box === frame.turn) told.push(words.say("turn"));
        if (box.status !== "playing") told.push(words.of("seat", box.status));
        return html`<tr class=${box.box === frame.turn ? "turn" : ""}>
          <th scope="row">${box.box}</th>
          <td>${box.player}</td>
          <td>${box.chips}</td>
          <td>${box.wager || ""}</td>
          <td>${told.join(" · ")}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}
