/** The sign of a jackpot: what is played for, how it is won, and how it was won last. */
import { html, nothing, type TemplateResult } from "lit-html";
import { FrameJackpotPhase, type JackpotFrame } from "../gen/eyesdown/board/v1/jackpot_pb.ts";
import type { JackpotBoard } from "../play/jackpot.ts";
import type { Words } from "../words.ts";
import { titleOf } from "./game_words.ts";
import type { Model } from "./model.ts";

export function jackpot(model: Model, board: JackpotBoard): TemplateResult {
  const { words } = model;
  const { frame, before } = board;
  return html`<main class="sign ${model.offline === undefined ? "live" : "stale"}"
    data-page="jackpot" data-name=${frame.name} data-version=${frame.version}>
    <header class="head">
      <h1>${frame.title}</h1>
    </header>
    <section class="pool">
      <p class="amount">${frame.amount}</p>
      ${frame.phase === FrameJackpotPhase.IN_PLAY ? games(words, frame) : ended(words, frame)}
      ${before === undefined ? nothing : ended(words, before, before.amount)}
    </section>
  </main>`;
}

/** The games that play for it, each with how it is won. */
function games(words: Words, frame: JackpotFrame): TemplateResult {
  return html`<ul class="games">
    ${frame.games.map((each) => html`<li><b>${titleOf(words, each.game)}</b> ${each.conditions}</li>`)}
  </ul>`;
}

/** How a cycle ended; `amount` where it is not told beside it. */
function ended(words: Words, frame: JackpotFrame, amount = ""): TemplateResult {
  const won = { game: titleOf(words, frame.wonBy), n: frame.position };
  const told =
    frame.phase === FrameJackpotPhase.WON && frame.wonBy !== ""
      ? words.say("jackpot.won", won)
      : words.say("jackpot.over");
  return html`<p class="ended">${told}${amount === "" ? nothing : html`: <b>${amount}</b>`}</p>`;
}
