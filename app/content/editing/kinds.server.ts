import type { Kind } from "./kind";
import { homeKind } from "./kinds/home.server";
import { hoursKind } from "./kinds/hours.server";
import { pagesKind } from "./kinds/pages/pages.server";
import { questionsKind } from "./kinds/questions.server";
import { settingsKind } from "./kinds/settings.server";
import { teamKind } from "./kinds/team.server";
import { findKind, findThing, registerKinds } from "./registry.server";

/** Everything that the owner edits, in the order of the overview. */
export const kinds: readonly Kind[] = [questionsKind, teamKind, homeKind, pagesKind, settingsKind, hoursKind];
registerKinds(kinds);

export { findKind, findThing };
