/** The start of the page. */
import "@fontsource-variable/inter/wght.css";
import "./style/base.css";
import "./style/board.css";
import "./style/tables.css";
import { App } from "./app.ts";
import { Keep } from "./keep.ts";
import { address, hashOf } from "./place.ts";
import { settings } from "./settings.ts";
import { update } from "./update.ts";

const keep = new Keep(localStorage);
let { place, secret } = address(location.hash);
if (place !== undefined && secret !== "") {
  // A secret comes once, in the address; it is kept, and nobody reads it off the screen.
  keep.admit(place, secret);
  history.replaceState(null, "", hashOf(place));
} else if (place === undefined && keep.place !== "") {
  history.replaceState(null, "", keep.place);
  place = address(location.hash).place;
}
addEventListener("hashchange", () => location.reload());

const root = document.getElementById("glass");
if (root === null) throw new Error("the page has no glass");
const app = new App(root, place, await settings(location), keep, __BUILD__);
update(__BUILD__, () => !app.playing);
// A screen that would sleep is kept awake where the browser lets us.
const awake = () => void navigator.wakeLock?.request("screen").catch(() => undefined);
document.addEventListener("visibilitychange", awake);
awake();
await app.run();
