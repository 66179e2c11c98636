/** What a screen keeps over a restart: its secret, its place, and the key it asks to be let in with. */
import { hashOf, type Place } from "./place.ts";

/** What a display connects with. */
export interface Credentials {
  readonly display: string;
  readonly secret: string;
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** 26 letters of 5 bits: 130 bits. */
const LETTERS = 26;

export class Keep {
  #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** The credentials of a place; undefined: none, or for another display there. */
  credentials(place: Place): Credentials | undefined {
    const kept = this.#read(slot(place)) ?? this.#read(slot({ ...place, display: "" }));
    const right = place.display === "" || kept?.display === place.display;
    return right ? kept : undefined;
  }

  /** Keep the credentials of a place, and that this screen hangs there. */
  admit(place: Place, secret: string): void {
    const kept = JSON.stringify({ display: place.display, secret });
    this.#storage.setItem(slot(place), kept);
    this.#storage.setItem(slot({ ...place, display: "" }), kept);
    this.#storage.setItem("eyesdown/place", hashOf(place));
  }

  /** Where this screen hung last, as the part of an address after "#"; empty: nowhere. */
  get place(): string {
    return this.#storage.getItem("eyesdown/place") ?? "";
  }

  /** What this screen asks to be let in with; made once. */
  get key(): string {
    const kept = this.#storage.getItem("eyesdown/key");
    if (kept !== null) return kept;
    const chosen = crypto.getRandomValues(new Uint8Array(LETTERS));
    const key = [...chosen].map((byte) => ALPHABET.charAt(byte & 31)).join("");
    this.#storage.setItem("eyesdown/key", key);
    return key;
  }

  /** Use another key from now on: what was asked with the old one is answered. */
  forgetKey(): void {
    this.#storage.removeItem("eyesdown/key");
  }

  /** The game that was opened next in a place, so that a reload still tells of it. */
  next(place: Place): string {
    return this.#storage.getItem(`${slot(place)}/next`) ?? "";
  }

  expect(place: Place, game: string): void {
    this.#storage.setItem(`${slot(place)}/next`, game);
  }

  #read(key: string): Credentials | undefined {
    try {
      const { display, secret } = JSON.parse(this.#storage.getItem(key) ?? "");
      return typeof display === "string" && typeof secret === "string"
        ? { display, secret }
        : undefined;
    } catch {
      return undefined;
    }
  }
}

function slot(place: Place): string {
  return `eyesdown/${place.venue}/${place.room}/${place.display}`;
}
