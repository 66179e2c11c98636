/** What a game is called and played for, in the words of its room. */
import { html, type TemplateResult } from "lit-html";
import { type GameFrame, GamePhase } from "../gen/eyesdown/board/v1/board_pb.ts";
import type { Glass } from "../play/player.ts";
import type { Words } from "../words.ts";
import type { State } from "./marks.ts";
import type { Model } from "./model.ts";

/** "Game 07" of the game with this frame. */
export function gameTitle(words: Words, frame: GameFrame): string {
  return titleOf(words, frame.name);
}

/** "Game 07" of "venues/akl/games/2026-11-29-07". */
export function titleOf(words: Words, name: string): string {
  const id = name.split("/").at(-1) ?? "";
  return words.say("game", { id: id.replace(/^\d{4}-\d\d-\d\d-/, "") });
}

/** What a room of a game is called, with its venue where that is another than the screen's; its id
 * where nobody has said. */
export function roomTitle({ rooms, room: here }: Model, game: string, room: string): string {
  const [, venue, , id] = room.includes("/") ? room.split("/") : ["", game.split("/")[1], "", room];
  const found = rooms.get(`${venue}/${id}`);
  if (found === undefined || found.title === "") return room;
  return found.venueTitle === here?.venueTitle
    ? found.title
    : `${found.title}, ${found.venueTitle}`;
}

/** The state of a game as its board names it. */
export function stateOf(frame: GameFrame): State {
  switch (frame.phase) {
    case GamePhase.IN_PLAY:
      return "in-play";
    case GamePhase.PAUSED:
      return "paused";
    case GamePhase.HELD:
      return "held";
    case GamePhase.ENDED:
      return "ended";
    case GamePhase.VOID:
      return "void";
    default:
      return "waiting";
  }
}

/** Why it stands still, or has ended; empty while it is played. */
export function because(words: Words, frame: GameFrame): string {
  if (frame.endedBecause !== "") return words.of("ended", frame.endedBecause);
  return frame.heldBecause === "" ? "" : words.of("held", frame.heldBecause);
}

/** The stages with their prizes. */
export function prizes(words: Words, frame: GameFrame): TemplateResult {
  return html`<ul class="prizes">
    ${frame.stages.map((stage) => html`<li><b>${words.of("stage", stage.title)}</b> ${stage.prize}</li>`)}
  </ul>`;
}

/** What is played for on the glass: the stage in play, or the last one won. */
export interface InPlay {
  readonly title: string;
  readonly prize: string;
  /** The call it was won on; 0 while it is in play. */
  readonly won: number;
}

/** The stage in play, as far as the calls on the glass go; what is won later is not given away. */
export function inPlay(words: Words, glass: Glass): InPlay | undefined {
  const { frame, played } = glass;
  const isOpen = (won: number): boolean => won === 0 || won > played;
  const open = frame.stages.find((stage) => isOpen(stage.wonOn));
  const shown = open ?? frame.stages.at(-1);
  if (shown === undefined) return undefined;
  const won = open === undefined ? shown.wonOn : 0;
  return { title: words.of("stage", shown.title), prize: shown.prize, won };
}

/** How many numbers are on the board: those that count. */
export function count(glass: Glass): number {
  const { frame, board } = glass;
  if (board >= frame.calls.length) return frame.count;
  return frame.calls.slice(0, board).filter((call) => !call.takenBack && !call.afterTheEnd).length;
}
