/** A screen that runs for days takes a new page when nothing is in play. */

/** Milliseconds between two looks. */
const EVERY = 60_000;

/** Look for another build beside the page, and load it once `may` says so. */
export function update(build: string, may: () => boolean): void {
  setInterval(async () => {
    try {
      const reply = await fetch("build.json", { cache: "no-store" });
      const found: unknown = reply.ok ? (await reply.json()).build : build;
      if (typeof found === "string" && found !== build && may()) location.reload();
    } catch {
      // The web server is away; the board goes on without it.
    }
  }, EVERY);
}
