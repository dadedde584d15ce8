import type { PassportReadingState } from "~/db/schema/values";

/** How far the reading of each passport page is, by the id of its file. */
export type ReadingStates = Readonly<Record<string, PassportReadingState>>;

/** The files that are still to be read. */
export const waitingIn = (states: ReadingStates): string[] =>
  Object.keys(states).filter((document) => states[document] === "waiting");
