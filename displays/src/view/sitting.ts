/** The sign of a pai gow table: limits, commission, banker, and the boxes with what is exposed. */
import { html, nothing, type TemplateResult } from "lit-html";
import {
  type FrameBox,
  type SittingFrame,
  SittingPhase,
} from "../gen/eyesdown/board/v1/sitting_pb.ts";
import type { SittingBoard } from "../play/boards.ts";
import type { Key, Words } from "../words.ts";
import { mark } from "./marks.ts";
import type { Model } from "./model.ts";

const PHASES: Readonly<Partial<Record<SittingPhase, Key>>> = {
  [SittingPhase.OPENED]: "phase.opened",
  [SittingPhase.IN_PLAY]: "phase.in-play",
  [SittingPhase.STOPPED]: "phase.stopped",
  [SittingPhase.COUNTED]: "phase.counted",
  [SittingPhase.CLOSED]: "phase.closed",
};

export function sitting(model: Model, board: SittingBoard): TemplateResult {
  const { words } = model;
  const { frame } = board;
  const phase = PHASES[frame.phase];
  return html`<main class="sign ${model.offline === undefined ? "live" : "stale"}"
    data-page="sitting" data-name=${frame.name} data-version=${frame.version}>
    <header class="head">
      <h1>${words.say("paigow")} · ${frame.table}</h1>
      <p>${phase === undefined ? "" : words.say(phase)}</p>
      ${frame.practice ? mark("practice", words.say("state.practice")) : nothing}
    </header>
    <div class="columns">
      <section class="about">
        ${terms(words, frame)}
        ${frame.englishOnly ? html`<p class="rule">${words.say("englishOnly")}</p>` : nothing}
      </section>
      <section class="play">
        <p class="of">${round(words, frame)}</p>
        <table class="boxes hands"><tbody>${frame.boxes.map((box) => hand(words, frame, box))}</tbody></table>
      </section>
    </div>
  </main>`;
}

function round(words: Words, frame: SittingFrame): string {
  if (frame.round === 0) return "";
  return `${words.say("round", { n: frame.round })} · ${words.of("step", frame.step)}`;
}

function terms(words: Words, frame: SittingFrame): TemplateResult {
  return html`<dl class="terms">
    <div><dt>${words.say("minimum")}</dt><dd>${frame.least}</dd></div>
    <div><dt>${words.say("maximum")}</dt><dd>${frame.most}</dd></div>
    <div><dt>${words.say("commission")}</dt><dd>${frame.commission}</dd></div>
    <div><dt>${words.say("banker")}</dt><dd>${words.of("banker", frame.banker)}</dd></div>
  </dl>`;
}

function hand(words: Words, frame: SittingFrame, box: FrameBox): TemplateResult {
  const outcome = box.outcome === "" ? "" : words.of("outcome", box.outcome);
  return html`<tr class="${box.state} ${box.outcome}">
    <th scope="row">${box.box}</th>
    <td>${box.wager || words.of("sitting", box.state)}</td>
    <td><b>${outcome}</b>${box.box === frame.chung ? words.say("chung") : nothing}</td>
    <td class="tiles">${tiles(box)}</td>
  </tr>`;
}

/** The pips of what is exposed, the high hand first: "6-6 2-4 · 3-3 1-1". The tiles lie there. */
function tiles(box: FrameBox): string {
  const pips = box.tiles.map((tile) => tile.split(" ").at(-1) ?? "");
  return [pips.slice(0, 2), pips.slice(2)]
    .map((two) => two.join(" "))
    .filter(Boolean)
    .join(" · ");
}
