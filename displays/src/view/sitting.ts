/** The sign of a pai gow table: limits, commission, banker, and the boxes with what is exposed. */
import { html, nothing, type TemplateResult } from "lit-html";
import { type FrameBox, type TableFrame, TablePhase } from "../gen/eyesdown/board/v1/table_pb.ts";
import type { SittingBoard } from "../play/boards.ts";
import type { Key, Words } from "../words.ts";
import { mark } from "./marks.ts";
import type { Model } from "./model.ts";

const PHASES: Readonly<Partial<Record<TablePhase, Key>>> = {
  [TablePhase.OPENED]: "phase.opened",
  [TablePhase.IN_PLAY]: "phase.in-play",
  [TablePhase.STOPPED]: "phase.stopped",
  [TablePhase.COUNTED]: "phase.counted",
  [TablePhase.CLOSED]: "phase.closed",
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
    ${terms(words, frame)}
    ${frame.englishOnly ? html`<p class="rule">${words.say("englishOnly")}</p>` : nothing}
    <p class="of">${frame.round > 0 ? `${words.say("round", { n: frame.round })} · ${words.of("step", frame.step)}` : ""}</p>
    <ol class="hands">${frame.boxes.map((box) => hand(words, frame, box))}</ol>
  </main>`;
}

function terms(words: Words, frame: TableFrame): TemplateResult {
  return html`<dl class="terms">
    <div><dt>${words.say("minimum")}</dt><dd>${frame.least}</dd></div>
    <div><dt>${words.say("maximum")}</dt><dd>${frame.most}</dd></div>
    <div><dt>${words.say("commission")}</dt><dd>${frame.commission}</dd></div>
    <div><dt>${words.say("banker")}</dt><dd>${words.of("banker", frame.banker)}</dd></div>
  </dl>`;
}

function hand(words: Words, frame: TableFrame, box: FrameBox): TemplateResult {
  const outcome = box.outcome === "" ? "" : words.of("outcome", box.outcome);
  return html`<li class="${box.state} ${box.outcome}">
    <h2>${words.say("box", { n: box.box })}${box.box === frame.chung ? html` <small>${words.say("chung")}</small>` : nothing}</h2>
    <p>${box.wager || words.of("sitting", box.state)}${outcome === "" ? nothing : html` <b>${outcome}</b>`}</p>
    <p class="tiles">${box.tiles.join(" · ")}</p>
  </li>`;
}
