/** What stands on a screen while there is nothing to play. */
import { html, type TemplateResult } from "lit-html";
import type { GameFrame } from "../gen/eyesdown/board/v1/board_pb.ts";
import { gameTitle, prizes } from "./game_words.ts";
import { mark } from "./marks.ts";
import type { Model } from "./model.ts";

/** A new screen, with the code that a steward enters. */
export function pairing(model: Model, { code }: { code: string }): TemplateResult {
  const { words } = model;
  return html`<main class="standing pairing" data-page="pairing" data-code=${code}>
    <h1>${words.say("pairing.title")}</h1>
    <p class="code">${code || "····"}</p>
    <p>${words.say(code === "" ? "pairing.wait" : "pairing.ask")}</p>
  </main>`;
}

/** Nothing was shown here yet. */
export function quiet(model: Model): TemplateResult {
  const { words, room } = model;
  return html`<main class="standing quiet" data-page="waiting">
    <p class="where">${room?.title ?? ""}</p>
    <h1>${words.say("waiting")}</h1>
    <p>${words.say("waiting.more")}</p>
  </main>`;
}

/** The game that was opened for this room and is not announced yet. */
export function nextGame(model: Model, frame: GameFrame): TemplateResult {
  const { words, room } = model;
  return html`<main class="standing next" data-page="next" data-name=${frame.name} data-version=${frame.version}>
    ${mark("waiting", words.say("state.waiting"))}
    <p class="where">${room?.title ?? ""}</p>
    <h1>${gameTitle(words, frame)}</h1>
    <p class="about">
      ${words.say("version", { n: frame.gameVersion })} · ${words.say("serial", { serial: frame.serialNumber })}
    </p>
    ${prizes(words, frame)}
    ${frame.practice ? mark("practice", words.say("state.practice")) : ""}
  </main>`;
}
