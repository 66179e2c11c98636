/** A jackpot on the glass, over all its cycles. Pure: it is told the time. */
import { read } from "../contract.ts";
import { type JackpotFrame, JackpotFrameSchema } from "../gen/eyesdown/board/v1/jackpot_pb.ts";
import { type Kind, Newest, type Whole } from "./kinds.ts";

/** A jackpot, from the cycle that it is named by on: what follows on a cycle is shown in its place. */
export class JackpotBoard extends Newest<JackpotFrame> implements Kind {
  readonly kind = "jackpot";
  readonly owners = ["verify"];
  /** Nobody waits for a number here. */
  readonly over = true;
  #cycles = new Map<string, JackpotFrame>();
  #before: JackpotFrame | undefined;

  /** The cycle before the one on the glass; undefined for the first. */
  get before(): JackpotFrame | undefined {
    return this.#before;
  }

  override get onGlass(): Whole {
    return { ...super.onGlass, name: this.frame.name };
  }

  override besides(subject: string): string[] {
    return [`${subject.split(".").slice(0, 4).join(".")}.*`];
  }

  override *kept(subject: string): Iterable<string> {
    const jackpots = subject.split(".").slice(0, 4).join(".");
    for (const { next } of this.#chain()) {
      if (next !== "") yield `${jackpots}.${next.split("/").at(-1)}`;
    }
  }

  override take(_: string, body: Uint8Array, now: number, __: boolean): boolean {
    const frame = this.parse(body);
    if (frame === undefined || frame.version <= (this.#cycles.get(frame.name)?.version ?? 0)) {
      return false;
    }
    this.#cycles.set(frame.name, frame);
    return this.#follow(now);
  }

  protected override parse(body: Uint8Array): JackpotFrame | undefined {
    return read(JackpotFrameSchema, body);
  }

  /** The cycles that are known, each after the one that it follows on. */
  *#chain(): Iterable<JackpotFrame> {
    const told = new Set<string>();
    let cycle = this.#cycles.get(this.name);
    while (cycle !== undefined && !told.has(cycle.name)) {
      told.add(cycle.name);
      yield cycle;
      cycle = this.#cycles.get(cycle.next);
    }
  }

  /** Show the last cycle that is known; false where it is on the glass as it is. */
  #follow(now: number): boolean {
    const [last, before] = [...this.#chain()].reverse();
    const changed = last !== undefined && (last !== this.newest || before !== this.#before);
    if (last !== undefined && changed) this.put(last, now);
    this.#before = before;
    return changed;
  }
}
