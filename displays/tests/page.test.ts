import { expect, test } from "vitest";
import { Keep } from "../src/keep.ts";
import { address, hashOf } from "../src/place.ts";
import { Clock } from "../src/play/clock.ts";
import { read } from "../src/settings.ts";
import { Acknowledgements } from "../src/shown.ts";
import { instant, millis, notBefore, span } from "../src/time.ts";
import en from "../src/words/en.json";
import es from "../src/words/es.json";
import mi from "../src/words/mi.json";
import zh from "../src/words/zh.json";
import { Words } from "../src/words.ts";

/** What a browser keeps, in memory. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

test("an address names a place, and its secret is not in the one that is left", () => {
  const { place, secret } = address(
    "#/venues/akl/rooms/main?display=north&secret=abc&voice=on&language=mi",
  );
  expect(secret).toBe("abc");
  expect(place).toMatchObject({ venue: "akl", room: "main", display: "north" });
  expect(place && hashOf(place)).toBe("#/venues/akl/rooms/main?display=north&language=mi&voice=on");
});

test.each([
  "",
  "#/",
  "#/venues/akl",
  "#/venues/AKL/rooms/main",
  "#/venues/akl/rooms/ma in",
  "#/venues/akl/rooms/>",
  "#/venues/akl/rooms/main/more",
])("%j is no place", (hash) => {
  expect(address(hash).place).toBeUndefined();
});

test("a screen may be given one board, and nothing that is none", () => {
  const board = (value: string) => address(`#/venues/akl/rooms/pit?board=${value}`).place?.board;
  expect(board("tournaments/2026-cup")).toBe("tournaments/2026-cup");
  expect(board("journal/2026")).toBe("");
  expect(board("games/>")).toBe("");
});

test("a screen keeps its secret and its place, and another display's is not its own", () => {
  const keep = new Keep(storage());
  const place = { venue: "akl", room: "main", display: "north", board: "", choices: {} };
  expect(keep.credentials(place)).toBeUndefined();
  keep.admit(place, "abc");
  expect(keep.credentials(place)).toEqual({ display: "north", secret: "abc" });
  expect(keep.credentials({ ...place, display: "" })).toEqual({ display: "north", secret: "abc" });
  expect(keep.credentials({ ...place, display: "south" })).toBeUndefined();
  expect(keep.credentials({ ...place, room: "terrace" })).toBeUndefined();
  expect(keep.place).toBe("#/venues/akl/rooms/main?display=north");
});

test("the key of a new screen has 130 bits and stays until it was answered", () => {
  const keep = new Keep(storage());
  expect(keep.key).toMatch(/^[a-z2-7]{26}$/);
  const first = keep.key;
  expect(keep.key).toBe(first);
  keep.forgetKey();
  expect(keep.key).not.toBe(first);
});

test("settings may be absent, wrong, or name the page's own host", () => {
  const page = { protocol: "https:", hostname: "boards.example" };
  expect(read(undefined, page).nats).toBe("wss://boards.example:7480");
  expect(read({ nats: "ws://{host}:1" }, page).nats).toBe("ws://boards.example:1");
  const { rooms } = read(
    { rooms: { "akl/main": { title: "Main", language: "mi", view: 7 } } },
    page,
  );
  expect(rooms.get("akl/main")).toMatchObject({ title: "Main", choices: { language: "mi" } });
  expect(rooms.get("akl/main")?.choices).not.toHaveProperty("view");
});

test("the house's time is that of the pulse that was least late", () => {
  const clock = new Clock();
  clock.pulse("draw", 10_000, 10_500, 1_500);
  clock.pulse("draw", 11_000, 11_400, 2_400);
  clock.pulse("verify", 12_000, 12_900, 3_400);
  expect(clock.skew).toBe(400);
  expect(clock.house(20_000)).toBe(19_600);
  expect([clock.heard("draw"), clock.heard("verify"), clock.heard("")]).toEqual([
    2_400, 3_400, 3_400,
  ]);
  expect(clock.heard("paigow")).toBeUndefined();
});

test("a pulse that was held up on its way does not make an old board live", () => {
  const clock = new Clock();
  clock.pulse("draw", 1_000, 1_000, 100);
  clock.pulse("draw", 2_000, 9_000, 8_100);
  expect(clock.heard("draw")).toBe(1_100);
  clock.pulse("draw", 9_500, 9_500, 8_600);
  expect(clock.heard("draw")).toBe(8_600);
});

test("a page's clock that is behind a frame leaves no more than there is", () => {
  const frames = [{ at: instant(5_000) }, {}, { at: instant(3_000) }];
  const said = [notBefore(4_000, frames), notBefore(6_000, frames), notBefore(4_000, [])];
  expect(said).toEqual([5_000, 6_000, 4_000]);
});

test("a clock that was set is followed after sixteen pulses", () => {
  const clock = new Clock();
  clock.pulse("draw", 1_000, 1_000, 1);
  for (let n = 0; n < 16; n++) clock.pulse("draw", 2_000, 9_000, n * 1_000);
  expect(clock.skew).toBe(7_000);
});

test("an instant that was told stays, however the clock is set after", () => {
  const told = new Acknowledgements();
  const whole = {
    name: "n",
    version: 3,
    since: 10,
    calls: [{ position: 1, number: 5, since: 10, live: true }],
  };
  const about = { display: "north", room: "main", build: "b", skew: 0, now: 20 };
  const first = told.of(whole, { ...about, house: (at) => at + 1_000 });
  const again = told.of(whole, { ...about, now: 30, house: (at) => at + 1_005 });
  expect(again.since).toEqual(first.since);
  expect(again.calls[0]?.since).toEqual(first.calls[0]?.since);
  expect(again.at && millis(again.at)).toBe(1_035);
  expect(told.of(undefined, { ...about, house: (at) => at })).toMatchObject({
    name: "",
    version: 0,
  });
});

test("an instant that is told twice at once is told as one, and stays so", () => {
  const told = new Acknowledgements();
  const call = { position: 1, number: 5, since: 10, live: true };
  const whole = { name: "n", version: 3, since: 10, calls: [call] };
  let reading = 1_000; // no two readings of two clocks are the same
  const house = (at: number) => at + reading++;
  const about = { display: "north", room: "main", build: "b", skew: 0, now: 20, house };
  const first = told.of(whole, about);
  expect(first.calls[0]?.since).toEqual(first.since);
  const again = told.of(whole, about);
  expect(again.since).toEqual(first.since);
  expect(again.calls[0]?.since).toEqual(first.since);
});

test("lengths of time are read as on a clock", () => {
  expect([0, 999, 61_000, 3_600_000, -5].map(span)).toEqual([
    "0:00",
    "0:01",
    "1:01",
    "1:00:00",
    "0:00",
  ]);
});

test.each(Object.entries({ mi, es, zh }))(
  "%s has every word, with the same names in it",
  (_, words) => {
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
      expect([key, names(words[key as keyof typeof words])]).toEqual([key, names(text)]);
    }
  },
);

test("words are filled in; what the house says is translated where it is known", () => {
  const words = new Words("mi");
  expect(words.say("count", { n: 28, all: 90 })).toBe("28 o te 90");
  expect(words.of("stage", "line")).toBe("Rārangi");
  expect(words.of("ended", "the lights went out")).toBe("the lights went out");
  expect(new Words("xx").language).toBe("en");
});
