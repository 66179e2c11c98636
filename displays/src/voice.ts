/**
 * Reads the calls aloud, in their order. What this screen found on the wall when it came is not read.
 * A browser without a voice, or one that waits for a touch, is told of on the glass.
 */
import type { Board } from "./play/boards.ts";
import type { Voice as State } from "./view/model.ts";
import type { Words } from "./words.ts";

/** So many may wait to be read before what is old is left out. */
const MOST = 20;

export class Voice {
  #speech: SpeechSynthesis | undefined;
  #words: Words;
  #game = "";
  #position = 0;
  #said = new Set<string>();
  #waiting = 0;
  #state: State;

  /** A voice for a room that wants one (`on`). */
  constructor(on: boolean, words: Words, speech: SpeechSynthesis | undefined) {
    this.#words = words;
    this.#speech = on ? speech : undefined;
    this.#state = on ? (speech === undefined ? "none" : "on") : "off";
  }

  get state(): State {
    const mute = this.#state === "on" && this.#speech?.getVoices().length === 0;
    return mute ? "none" : this.#state;
  }

  /** Read what came onto the glass since it was looked at last. */
  read(board: Board | undefined): void {
    if (this.#speech === undefined || board?.kind !== "game") return;
    const { frame, calls, notices } = board.player.glass;
    if (this.#game !== board.name) [this.#game, this.#position] = [board.name, 0];
    for (const notice of notices) {
      const key = `${board.name}/${notice.position}/${notice.wrong}/${notice.right}`;
      if (this.#said.has(key)) continue;
      this.#said = new Set([...this.#said, key].slice(-MOST));
      this.#say(
        this.#words.say(notice.right > 0 ? "spoken.correction" : "spoken.back", { ...notice }),
      );
    }
    for (const call of calls) {
      if (!call.live || call.position <= this.#position) continue;
      this.#position = call.position;
      this.#say(`${frame.calls[call.position - 1]?.letter ?? ""} ${call.number}`.trim());
    }
  }

  #say(text: string): void {
    if (this.#speech === undefined) return;
    if (this.#waiting >= MOST) this.#speech.cancel();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = this.#words.tag;
    utterance.onend = () => this.#over();
    utterance.onerror = ({ error }) => this.#over(error);
    this.#waiting += 1;
    this.#speech.speak(utterance);
  }

  #over(error = ""): void {
    this.#waiting = Math.max(0, this.#waiting - 1);
    if (error === "not-allowed") this.#state = "waits";
    else if (error === "") this.#state = "on";
  }
}
