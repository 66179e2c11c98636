/** What tells a state without colour: a shape and a word. */
import { html, svg, type TemplateResult } from "lit-html";

const SHAPES = {
  waiting: svg`<circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="3"/><path d="M12 6v6l4 3" fill="none" stroke="currentColor" stroke-width="3"/>`,
  "in-play": svg`<path d="M6 3l15 9-15 9z" fill="currentColor"/>`,
  paused: svg`<path d="M5 3h5v18H5zM14 3h5v18h-5z" fill="currentColor"/>`,
  held: svg`<path d="M8 2h8l6 6v8l-6 6H8l-6-6V8z" fill="currentColor"/>`,
  ended: svg`<path d="M4 4h16v16H4z" fill="currentColor"/>`,
  void: svg`<path d="M4 4l16 16M20 4L4 20" stroke="currentColor" stroke-width="4"/>`,
  correction: svg`<path d="M12 2l11 20H1zM12 9v6M12 17v2.5" fill="none" stroke="currentColor" stroke-width="3"/>`,
  offline: svg`<path d="M2 9a15 15 0 0 1 20 0M6 14a9 9 0 0 1 12 0M3 21L21 3" fill="none" stroke="currentColor" stroke-width="3"/>`,
  practice: svg`<path d="M3 12h18M12 3v18" stroke="currentColor" stroke-width="4"/>`,
} as const;

export type State = keyof typeof SHAPES;

/** A state as players read it. */
export function mark(state: State, text: string): TemplateResult {
  return html`<p class="mark ${state}"><svg viewBox="0 0 24 24" aria-hidden="true">${SHAPES[state]}</svg><span>${text}</span></p>`;
}
