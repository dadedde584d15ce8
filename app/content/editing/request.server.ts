import { data, redirect, redirectDocument } from "react-router";
import { flash } from "~/accounts/flash.server";
import type { StaffContext } from "~/accounts/staff.server";
import type { RequestContext } from "~/core/request-context";
import { type Refused, statusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { type Kind, newKey, pagesOf, type Question, screenOf } from "./kind";
import { mayChange } from "./list.server";
import type { Conflict } from "./merge";
import { deleteContent, unpublish } from "./offline.server";
import { previewPath } from "./preview.server";
import { findContent } from "./registry.server";
import { restoreVersion } from "./restore.server";
import { saveContent } from "./save-content.server";
import type { OthersChange } from "./save-draft.server";
import { cancelSchedule } from "./schedule.server";
import { type ContentRef, versionOf } from "./versions.server";

/** A refused submission for the screen: everything that was typed, and the problems. */
export type Sent = {
  message: string;
  typed: Record<string, string[]>;
  /** The version that the form was made from; null if the button wasn't part of the form. */
  base: number | null;
  problems: Record<string, string>;
  conflicts: Conflict[];
  /** Changes by others since the page was loaded, which prevented the publication (F-EDIT-2). */
  others: OthersChange[];
  newest: number;
  by: string | null;
  /** The action to confirm, because another version is scheduled. */
  asked: "publish" | "schedule" | null;
  question: Question | null;
  /** The button whose action must be confirmed. */
  sure: string | null;
  timeProblem: string | null;
  day: string;
  time: string;
  /** The key of a new item that was saved before this refusal. */
  saved?: string;
};

const fieldPrefix = "f.";

function readSent({ fields }: Kind, form: FormData) {
  const rawInputs: Record<string, string[]> = {};
  const choices: Record<string, string> = {};
  for (const { name } of fields) {
    const inputs = form.getAll(`${fieldPrefix}${name}`);
    if (inputs.length > 0) rawInputs[name] = inputs.map((input) => (typeof input === "string" ? input : ""));
    const choice = form.get(`choice.${name}`);
    if (choice === "mine" || choice === "theirs") choices[name] = choice;
  }
  return { typed: rawInputs, choices };
}

const fieldText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Details of a refusal in addition to its message. */
type RefusalDetail = Partial<Pick<Sent, "problems" | "conflicts" | "newest" | "by" | "question">> & {
  scheduled?: number;
  at?: "time";
  merged?: unknown;
};

type Done = { home: string; notice: Parameters<typeof flash>[0]; number?: number };
const done = ({ home, notice, number = 0 }: Done) =>
  redirect(home, { headers: { "Set-Cookie": flash(notice, number) } });

/** Handles an editor's form. A change of a public page purges the page cache at once. */
export async function handleEditorForm(by: StaffContext, item: ContentRef, form: FormData, visit: RequestContext) {
  const intent = fieldText(form, "intent");
  const { kind, key } = savedBefore(item, form);
  const contentItem = { kind: kind.kind, key };
  const { typed, choices } = readSent(kind, form);
  const sent: Sent = {
    ...{ message: "", typed, base: form.has("base") ? Number(fieldText(form, "base")) || 0 : null, problems: {} },
    ...{ conflicts: [], others: [], newest: 0, by: null },
    ...{
      asked: null,
      question: null,
      sure: null,
      timeProblem: null,
      day: fieldText(form, "day"),
      time: fieldText(form, "time"),
    },
  };
  const refused = ({ reason, message, detail }: Refused<unknown>, more: Partial<Sent> = {}) =>
    // Only verbs of this folder have such details; a kind's own verbs don't.
    data(
      { sent: { ...sent, ...more, message, ...shownOf((detail ?? {}) as RefusalDetail, intent, message) } },
      statusOf({ reason }),
    );
  const home = screenOf(kind, key);

  // Without JavaScript: show the form again with the suggested phone number.
  const [, fieldName = "", phone = ""] = /^phone:([^:]+):(.+)$/.exec(intent) ?? [];
  if (phone !== "") return data<{ sent: Sent }>({ sent: { ...sent, typed: { ...typed, [fieldName]: [phone] } } });
  if (needsConfirmation(kind, intent) && mayChange(kind, by.staff) && fieldText(form, "sure") !== "yes")
    return data<{ sent: Sent }>({ sent: { ...sent, sure: intent } });
  if (intent === "offline" || intent === "remove") {
    const result = intent === "offline" ? await unpublish(by, contentItem) : await deleteContent(by, contentItem);
    if (!result.ok) return refused(result);
    visit.changed = true;
    return done(
      intent === "offline"
        ? { home, notice: "content-offline" }
        : { home: `/admin/content/${kind.kind}`, notice: "content-removed" },
    );
  }
  if (intent === "restore") {
    const result = await restoreVersion(by, { ...contentItem, number: fieldText(form, "number") });
    return result.ok ? done({ home, notice: "content-restored", number: result.number }) : refused(result);
  }
  if (intent === "call-off") {
    const result = await cancelSchedule(by, { ...contentItem, number: fieldText(form, "number") });
    return result.ok ? done({ home, notice: "content-called-off", number: result.number }) : refused(result);
  }
  const act = intent.startsWith("act.") ? kind.acts?.[intent.slice(4)] : undefined;
  if (act) {
    const result = await act(by, { key, typed, form });
    visit.changed = true;
    if (!result.ok) return refused(result);
    return data({ notice: result.notice, sent: result.keeps ? sent : undefined, extra: result.extra ?? null });
  }
  const saves = intent === "save" || intent === "preview" || intent === "publish" || intent === "schedule";
  if (!saves) throw data(null, { status: 400 });
  // Don't store files for an admin who may not change the item.
  const received = mayChange(kind, by.staff) ? await kind.receive?.(by, { key, typed, form }) : undefined;
  if (received && !received.ok) return refused(received);
  const inputs = { ...typed, ...received?.typed };
  const draft = await saveContent(by, {
    ...{ ...contentItem, typed: inputs, choices, base: fieldText(form, "base"), seen: fieldText(form, "seen") },
    ...{ next: intent === "publish" || intent === "schedule" ? intent : undefined, day: sent.day, time: sent.time },
    ...{ scheduled: fieldText(form, "scheduled") || undefined, answer: fieldText(form, "answer") || undefined },
  });
  if (!draft.ok) return refused(draft, { typed: inputs });
  return afterSaving({ kind, key: draft.key }, draft, { form, visit, sent: { ...sent, typed: inputs } });
}

/** Whether a button needs a confirmation on the page, which works without JavaScript too. */
function needsConfirmation({ many, asked }: Kind, intent: string): boolean {
  if (intent === "offline") return many?.offline !== undefined;
  if (intent === "remove") return many?.remove !== undefined;
  return asked?.includes(intent) ?? false;
}

/** If an earlier submission of the same screen already saved the new item, continue with that one. */
const savedBefore = (item: ContentRef, form: FormData): ContentRef =>
  (item.key === newKey && findContent(item.kind.kind, fieldText(form, "thing") || newKey)) || item;

type Saved = Extract<Awaited<ReturnType<typeof saveContent>>, { ok: true }>;
type Sending = { form: FormData; visit: RequestContext; sent: Sent };

/** Leads on from a draft that was just saved, and perhaps published. A new item has its own URL from here on. */
async function afterSaving({ kind, key }: ContentRef, draft: Saved, { form, visit, sent }: Sending) {
  const intent = fieldText(form, "intent");
  const home = screenOf(kind, key);
  if (intent === "preview") {
    const pages = pagesOf(kind, key, (await versionOf(db, { kind, key }, draft.number))?.data ?? {});
    const page = pages.find(({ path }) => path === fieldText(form, "page")) ?? pages[0];
    return redirectDocument(previewPath(page?.path ?? "/", draft.id));
  }
  // The draft is saved by now: a refusal's form is based on it, and a new item keeps its key.
  const refused = ({ reason, message, detail }: Refused<RefusalDetail | undefined>) =>
    data(
      { sent: { ...sent, base: draft.number, saved: key, message, ...shownOf(detail ?? {}, intent, message) } },
      statusOf({ reason }),
    );
  if ((intent === "publish" || intent === "schedule") && draft.others.changes.length > 0) {
    const who = draft.others.by ?? "Somebody";
    const not = intent === "publish" ? "not published" : "not scheduled";
    const message = `${who} changed this since you opened the page. Your change is saved with theirs as version ${draft.number}, and ${not}: read what they changed, then press the button again.`;
    // Not refused, but saved: the form restarts with both changes.
    const saved: Partial<Sent> = { base: draft.number, saved: key, typed: {}, message, others: draft.others.changes };
    return data({ sent: { ...sent, ...saved } });
  }
  const { publication } = draft;
  if (publication && !publication.ok) return refused(publication);
  if (publication && intent === "publish") visit.changed = true;
  if (publication)
    return done({
      home,
      notice: intent === "publish" ? "content-published" : "content-scheduled",
      number: publication.number,
    });
  return done({ home, notice: "content-saved", number: draft.number });
}

function shownOf(
  { scheduled, at, question, merged: _, ...rest }: RefusalDetail,
  intent: string,
  message: string,
): Partial<Sent> {
  const needsConfirmation = scheduled !== undefined || question;
  return {
    ...rest,
    ...(question ? { question } : {}),
    ...(needsConfirmation ? { asked: intent === "schedule" ? "schedule" : "publish" } : {}),
    ...(at === "time" ? { timeProblem: message, message: "" } : {}),
  };
}
