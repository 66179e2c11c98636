/** The board of all numbers, in rows as the trade has them: of 10, or lettered rows of 15. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { FrameCall } from "../gen/eyesdown/board/v1/board_pb.ts";
import type { Glass } from "../play/player.ts";
import type { Words } from "../words.ts";

const LETTERED = 75;
const LETTERS = "BINGO";

/** Every number of the game; those on the board are marked by shape and weight as by colour. */
export function numbers(words: Words, glass: Glass): TemplateResult {
  const { frame, board } = glass;
  const lettered = frame.numbers === LETTERED;
  const across = lettered ? 15 : 10;
  const called = new Map<number, FrameCall>();
  for (const call of frame.calls.slice(0, board))
    if (!call.takenBack) called.set(call.number, call);
  const rows = Array.from({ length: Math.ceil(frame.numbers / across) }, (_, row) => row);
  return html`<table class="numbers" aria-label=${words.say("numbers")}>
    <tbody>
      ${rows.map(
        (row) => html`<tr>
          ${lettered ? html`<th scope="row">${LETTERS.charAt(row)}</th>` : nothing}
          ${Array.from({ length: across }, (_, column) => cell(row * across + column + 1))}
        </tr>`,
      )}
    </tbody>
  </table>`;

  function cell(number: number): TemplateResult | typeof nothing {
    if (number > frame.numbers) return nothing;
    const call = called.get(number);
    const newest = call !== undefined && call.position === glass.last?.position;
    const mark =
      call === undefined ? "" : call.afterTheEnd ? "late" : newest ? "called newest" : "called";
    return html`<td class=${mark} data-number=${number}>${
      call === undefined
        ? number
        : html`<span aria-label=${words.say("called", { n: number })} role="text">${number}</span>`
    }</td>`;
  }
}
