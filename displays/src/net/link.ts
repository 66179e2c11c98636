/**
 * The connection to NATS. It is made again whenever it is lost, for ever; what is listened to is
 * listened to again, and whoever follows something is told to read what it missed.
 */
import { type NatsConnection, type Subscription, wsconnect } from "@nats-io/nats-core";

/** Who connects: a display that belongs to a room, "akl.north", or a new one. */
export interface Login {
  readonly user: string;
  readonly pass: string;
  readonly inbox: string;
}

/** A value as the stream `BOARDS` keeps it. */
export interface Kept {
  readonly sequence: number;
  readonly body: Uint8Array;
}

/** What comes on a subject; `sequence` is that in `BOARDS`, 0 for what is not kept. */
export type Take = (body: Uint8Array, subject: string, sequence: number) => void;

/** The part of a connection that a follower needs. */
export interface Line {
  /** Listen to a subject over every reconnect, until what is returned is called. */
  listen(subject: string, take: Take): () => void;
  /** The last value kept of `eyesdown.<board|room>.…`; undefined if there is none. Throws when it
   * cannot be asked for. */
  last(subject: string): Promise<Kept | undefined>;
  /** Publish, unless the connection is down. */
  say(subject: string, body: Uint8Array): void;
}

/** Why a connection ended: the server let us not in, or it was lost. */
export type Ended = "refused" | "lost";

/** Milliseconds. Of a thousand screens not all knock at once. */
const AGAIN = 150;
const JITTER = 350;
const PATIENCE = 2_000;
const PING = 2_000;

export class Link implements Line {
  #server: string;
  #connection: NatsConnection | undefined;
  #listening = new Map<number, { subject: string; take: Take; of: Subscription | undefined }>();
  #ids = 0;

  constructor(server: string) {
    this.#server = server;
  }

  get up(): boolean {
    return this.#connection !== undefined;
  }

  /** Connect once, tell `up`, and wait until the connection ends. */
  async hold(login: Login, up: () => void): Promise<Ended> {
    let connection: NatsConnection;
    try {
      connection = await wsconnect({
        servers: this.#server,
        user: login.user,
        pass: login.pass,
        inboxPrefix: login.inbox,
        name: "display",
        reconnect: false,
        timeout: PATIENCE,
        pingInterval: PING,
        maxPingOut: 2,
        ignoreClusterUpdates: true,
      });
    } catch (error) {
      return refused(error) ? "refused" : "lost";
    }
    this.#connection = connection;
    for (const each of this.#listening.values()) each.of = this.#subscribe(each.subject, each.take);
    up();
    const why = await connection.closed();
    this.#connection = undefined;
    return why !== undefined && refused(why) ? "refused" : "lost";
  }

  /** A moment before the next try. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, AGAIN + Math.random() * JITTER));
  }

  /** End the connection; `hold` then returns. */
  async drop(): Promise<void> {
    await this.#connection?.close();
  }

  listen(subject: string, take: Take): () => void {
    const id = this.#ids++;
    this.#listening.set(id, { subject, take, of: this.#subscribe(subject, take) });
    return () => {
      this.#listening.get(id)?.of?.unsubscribe();
      this.#listening.delete(id);
    };
  }

  async last(subject: string): Promise<Kept | undefined> {
    if (this.#connection === undefined) throw new Error("not connected");
    const input = subject.replace(/^eyesdown\./, "eyesdown.in.");
    const found = await this.#connection.request(`$JS.API.DIRECT.GET.BOARDS.${input}`, "", {
      timeout: PATIENCE,
    });
    const code = found.headers?.code ?? 0;
    if (code === 404) return undefined;
    const sequence = Number(found.headers?.get("Nats-Sequence") ?? "");
    if (code !== 0 || !sequence) throw new Error(`no value of ${subject}: ${code}`);
    return { sequence, body: found.data };
  }

  say(subject: string, body: Uint8Array): void {
    this.#connection?.publish(subject, body);
  }

  #subscribe(subject: string, take: Take): Subscription | undefined {
    return this.#connection?.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) return;
        const sequence = Number(message.headers?.get("Nats-Sequence") || 0);
        take(message.data, message.subject, sequence);
      },
    });
  }
}

function refused(error: unknown): boolean {
  return (
    error instanceof Error &&
    /authorization|authentication|permission/i.test(`${error.name} ${error.message}`)
  );
}
