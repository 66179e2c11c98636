/** The flashboard: every number, the last call as large as the wall allows, and what it is for. */
import { html, nothing, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { type FrameCall, GamePhase } from "../gen/eyesdown/board/v1/board_pb.ts";
import type { GameBoard } from "../play/boards.ts";
import type { Glass, Notice } from "../play/player.ts";
import type { Words } from "../words.ts";
import { claims } from "./claim.ts";
import { because, count, gameTitle, inPlay, stateOf } from "./game_words.ts";
import { mark } from "./marks.ts";
import type { Model } from "./model.ts";
import { numbers } from "./numbers.ts";

const LAST = 5;

/** A game; while a claim is looked at, its card stands where the last call did. */
export function flashboard(model: Model, board: GameBoard): TemplateResult {
  const { words, now } = model;
  const glass = board.player.glass;
  const { frame } = glass;
  const claimed = board.busy(now) ? [] : board.claims.showing(frame, now);
  const page = claimed.length > 0 ? "claim" : "flashboard";
  const far = model.view === "far" && page === "flashboard";
  return html`<main
    class="${page} ${far ? "far" : ""} ${model.offline === undefined ? "live" : "stale"} of-${frame.numbers}"
    data-page=${page} data-name=${frame.name} data-state=${stateOf(frame)}
    data-version=${glass.version} data-played=${glass.played} data-count=${count(glass)}
  >
    ${head(words, glass)} ${notices(words, glass)}
    ${far ? nothing : numbers(words, glass)}
    ${page === "claim" ? claims(model, glass, claimed) : lastCall(words, glass)}
    ${foot(words, glass)}
  </main>`;
}

function head(words: Words, { frame, board }: Glass): TemplateResult {
  const state = stateOf(frame);
  const title = `${words.say(`state.${state}`)}`;
  const why = because(words, frame);
  return html`<header class="head" data-board=${board}>
    <h1>${gameTitle(words, frame)}</h1>
    <p>${words.say("version", { n: frame.gameVersion })}</p>
    <p>${words.say("serial", { serial: frame.serialNumber })}</p>
    ${frame.practice ? mark("practice", words.say("state.practice")) : nothing}
    ${mark(state, why === "" ? title : `${title}: ${why}`)}
  </header>`;
}

function notices(words: Words, { notices: said }: Glass): TemplateResult | typeof nothing {
  const newest = said[0];
  if (newest === undefined) return nothing;
  return html`<section class="band correction" role="alert" data-correction=${newest.position}>
    ${mark("correction", words.say("state.correction"))}
    <p class="told">${correction(words, newest)}</p>
  </section>`;
}

/** What was wrong, struck out, and what is right. */
function correction(words: Words, { position, wrong, right, kind }: Notice): TemplateResult[] {
  const key =
    right === 0 ? "correction.back" : kind === "shown" ? "correction.shown" : "correction.right";
  const marked = words.say(key, { n: position, wrong: "\u0000w\u0000", right: "\u0000r\u0000" });
  return marked.split("\u0000").map((part) => {
    if (part === "w") return html`<s>${wrong}</s>`;
    return part === "r" ? html`<b>${right}</b>` : html`${part}`;
  });
}

function lastCall(words: Words, glass: Glass): TemplateResult {
  const { frame, last, notices: said, alone } = glass;
  const corrected = alone ? said[0] : undefined;
  return html`<section class="call" aria-label=${words.say("lastCall")}>
    ${
      corrected !== undefined
        ? html`<p class="last corrected" data-last=${corrected.right}>
            <s>${corrected.wrong}</s>${corrected.right > 0 ? html` <span>${corrected.right}</span>` : nothing}
          </p>`
        : last === undefined
          ? html`<p class="none">${words.say("noCall")}</p>`
          : html`<p class="last" data-last=${last.number} data-position=${last.position}>
              ${last.letter === "" ? nothing : html`<span class="letter">${last.letter}</span>`}
              ${keyed(last.position, html`<span class="digits">${last.number}</span>`)}
            </p>`
    }
    <p class="count"><b>${words.say("count", { n: count(glass), all: frame.numbers })}</b></p>
    ${lastFive(words, glass)}
  </section>`;
}

/** The last five, the newest first; what was struck out stands beside what is right. */
function lastFive(words: Words, { frame, played }: Glass): TemplateResult {
  const calls = frame.calls.slice(0, played).filter((call) => !call.takenBack);
  return html`<ol class="five" aria-label=${words.say("lastFive")}>
    ${calls
      .slice(-LAST)
      .reverse()
      .map(
        (call) =>
          html`<li data-position=${call.position}>${struck(call)}${call.letter}${call.number}</li>`,
      )}
  </ol>`;
}

function struck(call: FrameCall): TemplateResult[] {
  return call.struck.map((wrong) => html`<s>${wrong}</s> `);
}

function foot(words: Words, glass: Glass): TemplateResult {
  const stage = inPlay(words, glass);
  if (stage === undefined) return html`<footer class="foot"></footer>`;
  const over = glass.frame.phase === GamePhase.ENDED || glass.frame.phase === GamePhase.VOID;
  const won = stage.won > 0 ? words.say("won", { stage: stage.title, n: stage.won }) : "";
  return html`<footer class="foot" data-stage=${over && won === "" ? "" : stage.title}>
    <p class="stage">${won || stage.title}</p>
    ${stage.prize === "" ? nothing : html`<p class="prize">${stage.prize}</p>`}
  </footer>`;
}
