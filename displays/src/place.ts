/** Where a screen hangs and how it is to look: read from the address, `#/venues/akl/rooms/main`. */

/** What may be chosen for a room, or in the address for one screen. */
export interface Choices {
  /** "en", "mi", "es" or "zh". */
  readonly language?: string;
  readonly voice?: boolean;
  /** "board", or "far" for a room in which the board of numbers cannot be read. */
  readonly view?: string;
}

/** A screen's place. */
export interface Place {
  readonly venue: string;
  readonly room: string;
  /** Id of the display in its venue; empty where the address does not say. */
  readonly display: string;
  /** The one board that it shows, "tournaments/2026-cup", whatever the room shows; or empty. */
  readonly board: string;
  readonly choices: Choices;
}

/** What the address says: a place if it names one, and a secret that is to be kept at once. */
export interface Address {
  readonly place: Place | undefined;
  readonly secret: string;
}

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const BOARD = /^(games|tournaments|tables|sittings|jackpots)\/[a-z0-9]+(-[a-z0-9]+)*$/;

/** Read the part of an address after "#". */
export function address(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?");
  const [, venues, venue = "", rooms, room = "", ...more] = path.split("/");
  const chosen = new URLSearchParams(query);
  const right = venues === "venues" && rooms === "rooms" && ID.test(venue) && ID.test(room);
  if (!right || more.length > 0) return { place: undefined, secret: "" };
  const display = chosen.get("display") ?? "";
  const board = chosen.get("board") ?? "";
  return {
    place: {
      venue,
      room,
      display: ID.test(display) ? display : "",
      board: BOARD.test(board) ? board : "",
      choices: choices(Object.fromEntries(chosen)),
    },
    secret: chosen.get("secret") ?? "",
  };
}

/** The part of an address after "#" that names a place. A secret is never in it. */
export function hashOf(place: Place): string {
  const chosen = new URLSearchParams();
  const { language, voice, view } = place.choices;
  if (place.display !== "") chosen.set("display", place.display);
  if (place.board !== "") chosen.set("board", place.board);
  if (language !== undefined) chosen.set("language", language);
  if (voice !== undefined) chosen.set("voice", voice ? "on" : "off");
  if (view !== undefined) chosen.set("view", view);
  const query = chosen.toString().replaceAll("%2F", "/");
  return `#/venues/${place.venue}/rooms/${place.room}${query && `?${query}`}`;
}

/** The choices in what somebody wrote; what is none is left out. */
export function choices(from: Readonly<Record<string, unknown>>): Choices {
  const { language, voice, view } = from;
  return {
    ...(typeof language === "string" && /^[a-z]{2}$/.test(language) && { language }),
    ...((voice === "on" || voice === true) && { voice: true }),
    ...((voice === "off" || voice === false) && { voice: false }),
    ...((view === "board" || view === "far") && { view }),
  };
}
