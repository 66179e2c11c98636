import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vite";

/**
 * Which build of the page this is, "0.1.0+3f9a2b1c4d5e": the version, and the beginning of a digest
 * of all that it is made from. `eyesdown rooms` lists screens that have not the newest.
 */
function build(): string {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const made = createHash("sha256");
  for (const file of globSync([
    "src/**/*.{ts,css,json}",
    "index.html",
    "package-lock.json",
    "vite.config.ts",
  ]).sort()) {
    made.update(file).update(readFileSync(file));
  }
  return `${version}+${made.digest("hex").slice(0, 12)}`;
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
