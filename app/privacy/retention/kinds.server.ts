import { draftReminders } from "./draft-reminders.server";
import type { Kind } from "./kind";
import { plainKinds } from "./plain-kinds.server";
import { recordKinds } from "./record-kinds.server";

/** All kinds in the order in which the nightly run processes them. */
export const kinds: readonly Kind[] = [draftReminders, ...plainKinds, ...recordKinds];

/** Kinds that remove whole applications: their names are numbers of applications. */
export const wholeApplications: readonly string[] = ["drafts", "applications", "restricted-cases"];
