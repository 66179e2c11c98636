/** The claim view: the card at the desk, and how far its check is. */
import { html, nothing, type TemplateResult } from "lit-html";
import { FrameCheck, type FrameClaim } from "../gen/eyesdown/board/v1/desk_pb.ts";
import type { Claim } from "../play/claims.ts";
import type { Glass } from "../play/player.ts";
import type { Key, Words } from "../words.ts";
import { roomTitle } from "./game_words.ts";
import type { Model } from "./model.ts";

const CHECKS: Readonly<Record<FrameCheck, { key: Key; name: string }>> = {
  [FrameCheck.UNSPECIFIED]: { key: "check.waiting", name: "waiting" },
  [FrameCheck.WAITING]: { key: "check.waiting", name: "waiting" },
  [FrameCheck.CHECKING]: { key: "check.checking", name: "checking" },
  [FrameCheck.VALID]: { key: "check.valid", name: "valid" },
  [FrameCheck.NOT_VALID]: { key: "check.not-valid", name: "not-valid" },
  [FrameCheck.ALREADY_CHECKED]: { key: "check.already", name: "already" },
  [FrameCheck.VOIDED]: { key: "check.voided", name: "voided" },
};
/** What a call out was decided as, where the desk has not decided it. */
const DECIDED: Readonly<Record<string, FrameCheck>> = {
  valid: FrameCheck.VALID,
  "not valid": FrameCheck.NOT_VALID,
  "out of time": FrameCheck.NOT_VALID,
  voided: FrameCheck.VOIDED,
};

/** The claim that is looked at: the first that is not decided, else the last. */
export function claims(model: Model, glass: Glass, all: readonly Claim[]): TemplateResult {
  const { words } = model;
  const shown = all.find((claim) => claim.callOut.status === "undecided") ?? all.at(-1);
  if (shown === undefined) return html``;
  const { callOut, card } = shown;
  const check = CHECKS[checkOf(shown)];
  const room = roomTitle(model, glass.frame.name, callOut.room);
  const stages = (card?.stages ?? []).map((stage) => words.of("stage", stage)).join(", ");
  return html`<section class="desk ${check.name}" data-call-out=${callOut.callOut} data-check=${check.name} role="status">
    <h2>${words.say("claim.title", { n: callOut.callOut })} <small>${words.say("claim.room", { room })}</small></h2>
    <p class="check">${words.say(check.key)}${stages === "" ? "" : `: ${stages}`}</p>
    ${card === undefined || card.card === 0 ? fetched(words, callOut.status) : face(words, card)}
    ${card === undefined || card.says === "" ? nothing : html`<p class="says">${card.says}</p>`}
    ${others(words, all, shown)}
    ${glass.last === undefined ? nothing : html`<p class="count">${words.say("lastCall")} <b>${glass.last.letter}${glass.last.number}</b></p>`}
  </section>`;
}

/** How far the check is. A supervisor may decide without the desk, which then waits for its card
 * still: what the game says counts. */
function checkOf({ callOut, card }: Claim): FrameCheck {
  const desk = card?.check ?? FrameCheck.WAITING;
  const waits = desk === FrameCheck.WAITING || desk === FrameCheck.CHECKING;
  return waits ? (DECIDED[callOut.status] ?? desk) : desk;
}

/** Why no card is seen yet; nothing once it is decided. */
function fetched(words: Words, status: string): TemplateResult | typeof nothing {
  return status === "undecided" ? html`<p class="says">${words.say("claim.none")}</p>` : nothing;
}

/** The other claims of the moment, by their numbers. */
function others(
  words: Words,
  all: readonly Claim[],
  shown: Claim,
): TemplateResult | typeof nothing {
  const rest = all.filter((claim) => claim !== shown);
  if (rest.length === 0) return nothing;
  return html`<p class="others">${rest.map((claim) => words.say("claim.title", { n: claim.callOut.callOut })).join(" · ")}</p>`;
}

function face(words: Words, card: FrameClaim): TemplateResult {
  const [called, winning] = [new Set(card.called), new Set(card.winning)];
  const across = Math.max(card.width, 1);
  const rows = Array.from({ length: Math.ceil(card.face.length / across) }, (_, row) =>
    card.face.slice(row * across, (row + 1) * across),
  );
  const on = card.position > 0 ? ` ${words.say("claim.on", { n: card.position })}` : "";
  return html`<p class="card-number">${words.say("claim.card", { n: card.card })}${on}</p>
    <table class="card" aria-label=${words.say("claim.card", { n: card.card })}>
      <tbody>
        ${rows.map((row) => html`<tr>${row.map((number) => cell(number))}</tr>`)}
      </tbody>
    </table>`;

  function cell(number: number): TemplateResult {
    if (number === 0) return html`<td class="free"></td>`;
    const mark = winning.has(number) ? "called winning" : called.has(number) ? "called" : "";
    return html`<td class=${mark}>${number}</td>`;
  }
}
