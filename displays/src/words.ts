/** What the page says, in the language of its room. */
import en from "./words/en.json";
import es from "./words/es.json";
import mi from "./words/mi.json";
import zh from "./words/zh.json";

export type Key = keyof typeof en;

const LANGUAGES: Readonly<Record<string, Readonly<Record<Key, string>>>> = { en, mi, es, zh };

/** The tags that browsers know these languages by, for reading aloud too. */
const TAGS: Readonly<Record<string, string>> = { en: "en-NZ", mi: "mi-NZ", es: "es", zh: "zh-CN" };

export class Words {
  readonly tag: string;
  readonly language: string;
  #words: Readonly<Record<Key, string>>;

  /** The words of a language; English for one that there is not. */
  constructor(language: string) {
    this.language = language in LANGUAGES ? language : "en";
    this.#words = LANGUAGES[this.language] ?? en;
    this.tag = TAGS[this.language] ?? "en";
  }

  /** A sentence, its `{names}` filled in. */
  say(key: Key, about: Readonly<Record<string, string | number>> = {}): string {
    return this.#words[key].replace(/\{(\w+)\}/g, (_, name: string) => String(about[name] ?? ""));
  }

  /** What a frame says in English words of the house, if these words are known; else as it is. */
  of(kind: string, word: string): string {
    const key = `${kind}.${word}`;
    return key in this.#words ? this.#words[key as Key] : word;
  }
}
