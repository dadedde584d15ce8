import type { Kind } from "./kind";
import { hoursKind } from "./kinds/hours.server";
import { settingsKind } from "./kinds/settings.server";

/** Everything that the owner edits, in the order of the overview. */
export const kinds: readonly Kind[] = [settingsKind, hoursKind];

export const findKind = (name: string): Kind | undefined => kinds.find(({ kind }) => kind === name);
