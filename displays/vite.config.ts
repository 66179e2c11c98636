import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vite";

/**
 * When the page was built, and a mark of all that it is made from: builds are ordered by it, and
 * `eyesdown rooms` lists those that are not the newest.
 */
function build(): string {
  const made = createHash("sha256");
  for (const file of globSync([
    "src/**/*.{ts,css,json}",
    "index.html",
    "package-lock.json",
  ]).sort()) {
    made.update(file).update(readFileSync(file));
  }
  const epoch = process.env.SOURCE_DATE_EPOCH;
  const at = epoch === undefined ? new Date() : new Date(Number(epoch) * 1000);
  return `${at.toISOString().slice(0, 16)}Z-${made.digest("hex").slice(0, 6)}`;
}

const BUILD = build();

export default defineConfig({
  // Wherever it is served from.
  base: "./",
  define: { __BUILD__: JSON.stringify(BUILD) },
  build: {
    target: "es2023",
    // One file of each kind: nothing is fetched once the board hangs.
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
  },
  plugins: [
    {
      name: "build",
      generateBundle() {
        const source = `${JSON.stringify({ build: BUILD })}\n`;
        this.emitFile({ type: "asset", fileName: "build.json", source });
      },
    },
  ],
});
