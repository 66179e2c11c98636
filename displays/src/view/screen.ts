/** The whole glass: which page is shown, and what lies over every page. */
import { html, nothing, type TemplateResult } from "lit-html";
import { span } from "../time.ts";
import { flashboard } from "./flashboard.ts";
import { jackpot } from "./jackpot.ts";
import { mark } from "./marks.ts";
import type { Model } from "./model.ts";
import { sessionTable } from "./session_table.ts";
import { sitting } from "./sitting.ts";
import { nextGame, pairing, quiet } from "./standing.ts";
import { tournament } from "./tournament.ts";

/** The page of the moment, under the band of a screen that is offline. */
export function screen(model: Model): TemplateResult {
  return html`${offline(model)}${page(model)}${voice(model)}`;
}

function page(model: Model): TemplateResult {
  const { board } = model;
  if (model.pairing !== undefined) return pairing(model, model.pairing);
  if (board === undefined || (board.over && model.next !== undefined && !settled(model))) {
    return model.next === undefined ? quiet(model) : nextGame(model, model.next);
  }
  switch (board.kind) {
    case "game":
      return flashboard(model, board);
    case "tournament":
      return tournament(model, board);
    case "session-table":
      return sessionTable(model, board);
    case "sitting":
      return sitting(model, board);
    case "jackpot":
      return jackpot(model, board);
  }
}

/** Whether the game that is over still has a result or a correction to show. */
function settled({ board, now }: Model): boolean {
  if (board?.kind !== "game") return false;
  const { frame, notices } = board.player.glass;
  return notices.length > 0 || board.busy(now) || board.claims.showing(frame, now).length > 0;
}

function offline({ offline: age, words, pairing: isNew }: Model): TemplateResult | typeof nothing {
  if (age === undefined || isNew !== undefined) return nothing;
  const told =
    age === "never" ? words.say("offline.never") : words.say("offline.age", { age: span(age) });
  return html`<section class="band offline" role="alert">
    ${mark("offline", words.say("state.offline"))}
    <p class="told">${told}</p>
  </section>`;
}

function voice({ voice: is, words }: Model): TemplateResult | typeof nothing {
  if (is !== "none" && is !== "waits") return nothing;
  return html`<p class="voice">${words.say(is === "none" ? "voice.none" : "voice.off")}</p>`;
}
