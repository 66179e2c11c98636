/** Instants. */
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";

/** Milliseconds since 1970. */
export const millis: (at: Timestamp) => number = timestampMs;
/** The instant of milliseconds since 1970. */
export const instant = (at: number): Timestamp => timestampFromMs(Math.round(at));

/** The house's instant `house`, or when the newest of these frames was made: by a page's clock that
 * is a breath behind, more would be left of a session than there ever is. */
export function notBefore(
  house: number,
  frames: readonly { at?: Timestamp | undefined }[],
): number {
  const made = frames.flatMap(({ at }) => (at === undefined ? [] : [millis(at)]));
  return Math.max(house, ...made);
}

/** "3:07", "1:02:00" of milliseconds; begun seconds count. */
export function span(length: number): string {
  const seconds = Math.max(0, Math.ceil(length / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const end = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${end}` : `${minutes}:${end}`;
}
