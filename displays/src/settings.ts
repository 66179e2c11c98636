/** What the web server says: `config.json` beside the page. All of it may be left out. */
import { type Choices, choices } from "./place.ts";

/** What a room is called, and how it looks unless the address says otherwise. */
export interface RoomSettings {
  readonly title: string;
  readonly venueTitle: string;
  /** The venue's time zone, "Pacific/Auckland"; empty: the screen's own. */
  readonly timeZone: string;
  readonly choices: Choices;
}

export interface Settings {
  /** Where NATS takes WebSockets, "wss://boards.example:7480"; "{host}" is the page's own host. */
  readonly nats: string;
  /** By "<venue>/<room>". */
  readonly rooms: ReadonlyMap<string, RoomSettings>;
}

const PORT = 7480;

/** Read the settings; without them the page's own host is asked. */
export async function settings(page: Location): Promise<Settings> {
  try {
    const reply = await fetch("config.json", { cache: "no-store" });
    return read(reply.ok ? await reply.json() : {}, page);
  } catch {
    return read({}, page);
  }
}

/** The settings in what `config.json` holds. */
export function read(found: unknown, page: Pick<Location, "protocol" | "hostname">): Settings {
  const table = record(found);
  const nats = typeof table.nats === "string" ? table.nats : "";
  const scheme = page.protocol === "https:" ? "wss" : "ws";
  const rooms = Object.entries(record(table.rooms)).map(
    ([name, value]) => [name, room(value)] as const,
  );
  return {
    nats: nats.replace("{host}", page.hostname) || `${scheme}://${page.hostname}:${PORT}`,
    rooms: new Map(rooms),
  };
}

function room(found: unknown): RoomSettings {
  const table = record(found);
  return {
    title: text(table.title),
    venueTitle: text(table.venueTitle),
    timeZone: text(table.timeZone),
    choices: choices(table),
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
