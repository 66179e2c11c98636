/** The page at work: it connects, follows, draws, reads aloud and says what is on its glass. */
import { render } from "lit-html";
import { written } from "./contract.ts";
import { Follower } from "./follow.ts";
import { ShownSchema } from "./gen/eyesdown/board/v1/board_pb.ts";
import type { Keep } from "./keep.ts";
import { Link, type Login } from "./net/link.ts";
import { ask } from "./pairing.ts";
import type { Place } from "./place.ts";
import { Clock, SILENCE } from "./play/clock.ts";
import type { Settings } from "./settings.ts";
import { Acknowledgements } from "./shown.ts";
import { screen } from "./view/screen.ts";
import { Voice } from "./voice.ts";
import { Words } from "./words.ts";

/** Milliseconds: the glass is drawn at least so often, for its clocks; and acknowledged so often. */
const TICK = 500;
const ACKNOWLEDGE = 2_000;
/** So often refused in a row, a screen asks to be let in anew. */
const REFUSALS = 4;

export class App {
  #place: Place | undefined;
  #settings: Settings;
  #keep: Keep;
  #build: string;
  #root: HTMLElement;
  #clock = new Clock();
  #began = performance.now();
  #link: Link;
  #follower: Follower | undefined;
  #words: Words;
  #voice: Voice;
  #pairing: { code: string; refused: boolean } | undefined;
  #timer = 0;
  #drawing = false;
  #acknowledgements = new Acknowledgements();
  #said = { what: "", at: Number.NEGATIVE_INFINITY };

  constructor(
    root: HTMLElement,
    place: Place | undefined,
    settings: Settings,
    keep: Keep,
    build: string,
  ) {
    this.#root = root;
    this.#place = place;
    this.#settings = settings;
    this.#keep = keep;
    this.#build = build;
    this.#link = new Link(settings.nats);
    const choices = { ...this.#room?.choices, ...place?.choices };
    this.#words = new Words(choices.language ?? "en");
    this.#voice = new Voice(choices.voice ?? false, this.#words, window.speechSynthesis);
    document.documentElement.lang = this.#words.tag;
    if (place === undefined) return;
    this.#follower = new Follower(this.#link, place, keep, this.#clock, () => this.#soon());
  }

  /** Whether a game or a table is in play here: not the moment for a new page. */
  get playing(): boolean {
    return this.#follower?.board?.over === false;
  }

  /** Work, for ever. */
  async run(): Promise<never> {
    this.#draw();
    for (let refused = 0; ; ) {
      const login = this.#login;
      const ended = login === undefined ? "refused" : await this.#hold(login);
      this.#soon();
      refused = ended === "refused" ? refused + 1 : 0;
      // A house whose services are away lets nobody in: then the asking is refused as well.
      if (login === undefined || refused >= REFUSALS) await this.#ask(login !== undefined);
      await this.#link.pause();
    }
  }

  get #room() {
    return this.#place && this.#settings.rooms.get(`${this.#place.venue}/${this.#place.room}`);
  }

  get #login(): Login | undefined {
    if (this.#place === undefined) return undefined;
    const kept = this.#keep.credentials(this.#place);
    if (kept === undefined) return undefined;
    const user = `${this.#place.venue}.${kept.display}`;
    return { user, pass: kept.secret, inbox: `_INBOX_display.${user}` };
  }

  #hold(login: Login) {
    return this.#link.hold(login, () => {
      this.#pairing = undefined;
      this.#follower?.connected();
      this.#soon();
    });
  }

  #ask(again: boolean): Promise<void> {
    return ask(this.#settings.nats, this.#build, this.#keep, again, {
      code: (code) => {
        this.#pairing = { code, refused: again };
        this.#soon();
      },
      admitted: (place, secret) => {
        this.#keep.admit(place, secret);
        this.#keep.forgetKey();
        location.hash = this.#keep.place;
        location.reload();
      },
    });
  }

  // -- the glass -----------------------------------------------------------------------------

  /** Draw once whatever comes now has come. */
  #soon(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => this.#draw());
  }

  #draw(): void {
    this.#drawing = false;
    const now = performance.now();
    this.#follower?.turn(now);
    const board = this.#follower?.board;
    this.#voice.read(board);
    render(
      screen({
        words: this.#words,
        view: this.#place?.choices.view ?? this.#room?.choices.view ?? "board",
        voice: this.#voice.state,
        pairing: this.#pairing,
        room: this.#room,
        rooms: this.#settings.rooms,
        board,
        next: this.#follower?.next,
        offline: this.#offline(now),
        now,
        house: this.#clock.house(Date.now()),
      }),
      this.#root,
    );
    // Only a glass that is painted is acknowledged: a hidden page, or a screen asleep, paints not.
    requestAnimationFrame(() => this.#acknowledge());
    const due = Math.min(this.#follower?.due(now) ?? Infinity, now + TICK);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#draw(), Math.max(0, due - performance.now()));
  }

  #offline(now: number): number | "never" | undefined {
    if (this.#follower === undefined) return undefined;
    const age = this.#follower.age(now);
    const waited = now - (age === undefined ? this.#began : now - age);
    // A screen that has only just come is given the time in which a pulse must come.
    if (waited < SILENCE && (this.#link.up || age === undefined)) return undefined;
    return age ?? "never";
  }

  #acknowledge(): void {
    const login = this.#login;
    if (this.#place === undefined || login === undefined || !this.#link.up) return;
    // Without a pulse the house's time is not known yet.
    if (this.#clock.heard("") === undefined) return;
    const now = performance.now();
    const whole = this.#follower?.board?.onGlass;
    const what = `${whole?.name}/${whole?.version}/${whole?.calls.at(-1)?.position}`;
    if (what === this.#said.what && now < this.#said.at + ACKNOWLEDGE) return;
    this.#said = { what, at: now };
    const { venue, room } = this.#place;
    const display = login.user.slice(venue.length + 1);
    const house = (steady: number) => this.#clock.house(Date.now() - (performance.now() - steady));
    const about = { display, room, build: this.#build, skew: this.#clock.skew, house, now };
    const said = written(ShownSchema, this.#acknowledgements.of(whole, about));
    this.#link.say(`eyesdown.shown.${venue}.${room}.${display}`, said);
  }
}
