import { data, redirect, redirectDocument } from "react-router";
import { flash } from "~/accounts/flash.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Refused, statusOf } from "~/ground/verbs/refused";
import type { Visit } from "~/ground/visit";
import type { Kind } from "./kind";
import type { Conflict } from "./merge";
import { previewPath } from "./preview.server";
import { publishNow } from "./publish.server";
import { restoreVersion } from "./restore.server";
import { saveDraft } from "./save-draft.server";
import { callOff, publishAt } from "./schedule.server";

/** What the screen shows of a send that was refused: everything that was typed, and what is wrong. */
export type Sent = {
  message: string;
  typed: Record<string, string[]>;
  base: number;
  problems: Record<string, string>;
  conflicts: Conflict[];
  newest: number;
  by: string | null;
  /** What was to be done when another version turned out to be scheduled, of which is asked. */
  asked: "publish" | "schedule" | null;
  timeProblem: string | null;
  day: string;
  time: string;
};

const fieldPrefix = "f.";

function readSent({ fields }: Kind, form: FormData) {
  const typed: Record<string, string[]> = {};
  const choices: Record<string, string> = {};
  for (const { name } of fields) {
    const boxes = form.getAll(`${fieldPrefix}${name}`);
    if (boxes.length > 0) typed[name] = boxes.map((box) => (typeof box === "string" ? box : ""));
    const choice = form.get(`choice.${name}`);
    if (choice === "mine" || choice === "theirs") choices[name] = choice;
  }
  return { typed, choices };
}

const one = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** What the verbs say of a refusal beside its words. */
type Told = Partial<Pick<Sent, "problems" | "conflicts" | "newest" | "by">> & { scheduled?: number; at?: "time" };

/** Answers a form of a thing's screen; what changes a public page empties the page cache at once. */
export async function answerEditor(by: StaffContext, kind: Kind, form: FormData, visit: Visit) {
  const intent = one(form, "intent");
  const thing = { kind: kind.kind, key: kind.only };
  const home = `/admin/content/${kind.kind}`;
  const { typed, choices } = readSent(kind, form);
  const sent: Sent = {
    ...{ message: "", typed, base: Number(one(form, "base")) || 0, problems: {}, conflicts: [], newest: 0, by: null },
    ...{ asked: null, timeProblem: null, day: one(form, "day"), time: one(form, "time") },
  };
  const refused = ({ reason, message, detail }: Refused<Told | undefined>, more: Partial<Sent> = {}) =>
    data({ sent: { ...sent, ...more, message, ...shownOf(detail ?? {}, intent, message) } }, statusOf({ reason }));
  const done = (notice: Parameters<typeof flash>[0], number = 0) =>
    redirect(home, { headers: { "Set-Cookie": flash(notice, number) } });

  if (intent === "restore") {
    const result = await restoreVersion(by, { ...thing, number: one(form, "number") });
    return result.ok ? done("content-restored", result.number) : refused(result);
  }
  if (intent === "call-off") {
    const result = await callOff(by, { ...thing, number: one(form, "number") });
    return result.ok ? done("content-called-off") : refused(result);
  }
  const saves = intent === "save" || intent === "preview" || intent === "publish" || intent === "schedule";
  if (!saves) throw data(null, { status: 400 });
  const draft = await saveDraft(by, { ...thing, typed, choices, base: one(form, "base"), seen: one(form, "seen") });
  if (!draft.ok) return refused(draft);
  if (intent === "preview") {
    const page = kind.pages.find(({ path }) => path === one(form, "page")) ?? kind.pages[0];
    return redirectDocument(previewPath(page?.path ?? "/", draft.id));
  }
  // From here on what was typed is saved: a refusal does not ask for it again.
  const next = { ...thing, number: draft.number, scheduled: one(form, "scheduled") || undefined };
  if (intent === "publish") {
    const result = await publishNow(by, next);
    if (result.ok) visit.changed = true;
    return result.ok ? done("content-published", result.number) : refused(result, { base: draft.number });
  }
  if (intent === "schedule") {
    const result = await publishAt(by, { ...next, day: sent.day, time: sent.time });
    return result.ok ? done("content-scheduled", result.number) : refused(result, { base: draft.number });
  }
  return done("content-saved", draft.number);
}

function shownOf({ scheduled, at, ...rest }: Told, intent: string, message: string): Partial<Sent> {
  return {
    ...rest,
    ...(scheduled === undefined ? {} : { asked: intent === "schedule" ? "schedule" : "publish" }),
    ...(at === "time" ? { timeProblem: message, message: "" } : {}),
  };
}
