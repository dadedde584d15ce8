import { draftReminders } from "./draft-reminders.server";
import type { Kind } from "./kind";
import { plainKinds } from "./plain-kinds.server";
import { recordKinds } from "./record-kinds.server";

/** All that the nightly run does, in its order. */
export const kinds: readonly Kind[] = [draftReminders, ...plainKinds, ...recordKinds];

/** Whose names are the numbers of applications that go as a whole. */
export const wholeApplications: readonly string[] = ["drafts", "applications", "restricted-cases"];
