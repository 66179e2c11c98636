import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vite";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** The version, and a mark of all that the page is made from: `eyesdown rooms` lists old pages by it. */
function build(): string {
  const made = createHash("sha256");
  for (const file of globSync([
    "src/**/*.{ts,css,json}",
    "index.html",
    "package-lock.json",
  ]).sort()) {
    made.update(file).update(readFileSync(file));
  }
  return `${version}+${made.digest("hex").slice(0, 8)}`;
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
