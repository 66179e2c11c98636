/** A new screen asks to be let in, and is told its place by a steward. */
import { create } from "@bufbuild/protobuf";
import { read, written } from "./contract.ts";
import { PairingAskSchema, PairingToldSchema } from "./gen/eyesdown/board/v1/board_pb.ts";
import type { Keep } from "./keep.ts";
import { Link } from "./net/link.ts";
import type { Place } from "./place.ts";

/** Milliseconds between two askings, and before old credentials are tried again. */
const EVERY = 2_000;
const AGAIN = 15_000;

/** What a screen that asks is told. */
export interface Hooks {
  /** It may ask, and shows this code; empty: none yet. */
  readonly code: (code: string) => void;
  readonly admitted: (place: Place, secret: string) => void;
}

/** Ask until the connection ends; `again`: only for a while, since there are credentials to try. */
export async function ask(
  server: string,
  build: string,
  keep: Keep,
  again: boolean,
  hooks: Hooks,
): Promise<void> {
  const link = new Link(server);
  const key = keep.key;
  const size = `${screen.width}x${screen.height}`;
  const asking = written(PairingAskSchema, create(PairingAskSchema, { build, size }));
  const say = () => link.say(`eyesdown.pairing.ask.${key}`, asking);
  link.listen(`eyesdown.pairing.told.${key}`, (body) => {
    const told = read(PairingToldSchema, body);
    if (told === undefined) return;
    hooks.code(told.code);
    if (told.secret === "") return;
    const { venue, room, display } = told;
    hooks.admitted({ venue, room, display, board: "", choices: {} }, told.secret);
    void link.drop();
  });
  const every = setInterval(say, EVERY);
  const enough = again ? setTimeout(() => void link.drop(), AGAIN) : undefined;
  await link.hold({ user: "new", pass: key, inbox: "_INBOX_display.new" }, () => {
    hooks.code("");
    say();
  });
  clearInterval(every);
  clearTimeout(enough);
}
