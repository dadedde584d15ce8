import { z } from "zod";
import type { Change } from "~/core/activity-log/changes";
import { usdAndCents } from "~/core/prices/money";
import { calendarDate, isDay } from "~/core/time";
import { statusLook } from "~/ui/lists/status-badge";

const change = z.union([
  z.object({ field: z.string(), from: z.string(), to: z.string() }),
  z.object({ field: z.string(), hidden: z.literal(true) }),
]);
const stored = z
  .object({ changes: z.array(change).optional().catch(undefined) })
  .catchall(z.unknown())
  .catch({});

type Words = (value: string) => string;
const asIs: Words = (value) => value;
const day: Words = (value) => (isDay(value) ? calendarDate(value) : value);
const amount: Words = (value) => (value ? usdAndCents(value) : "");
const status: Words = (value) => (value ? statusLook(value).label : "");
const owner: Words = (value) => value || "nobody";

/** Actions whose facts are a change: the field, the facts with its old and new value, and their labels. */
const fromFacts: Readonly<Record<string, readonly [field: string, from: string, to: string, words: Words][]>> = {
  application_status_updated: [["Status", "from", "to", status]],
  application_status_undone: [["Status", "from", "to", status]],
  inquiry_status_updated: [["Status", "from", "to", status]],
  inquiry_status_undone: [["Status", "from", "to", status]],
  inquiry_reply_undone: [["Status", "from", "to", status]],
  ...Object.fromEntries(
    ["application", "inquiry"].flatMap((of) => [
      [`${of}_owner_set`, [["Owner", "from", "to", owner]]],
      [`${of}_owner_undone`, [["Owner", "from", "to", owner]]],
      [`${of}_due_day_set`, [["Due date", "from", "to", day]]],
      [`${of}_due_day_undone`, [["Due date", "from", "to", day]]],
    ]),
  ),
  single_keys_set: [["Single-key shortcuts", "from", "to", asIs]],
  admin_role_changed: [["Role", "from", "to", status]],
  admin_created: [["Role", "", "role", status]],
  admin_invited: [["Role", "", "role", status]],
  admin_invited_again: [["Role", "", "role", status]],
  admin_invitation_canceled: [["Role", "role", "", status]],
  admin_invitation_accepted: [
    ["Role", "", "role", status],
    ["Invited by", "", "invitedBy", asIs],
  ],
  application_tier_set: [
    ["Price", "from", "to", asIs],
    ["Due", "dueBefore", "due", amount],
  ],
  document_date_set: [["Date", "from", "to", day]],
  ledger_refundable_set: [["Refundable until", "from", "to", day]],
  service_moved: [["Place in the list", "from", "to", asIs]],
};
/** Values that the log must not store (K-LOG-2). */
const unseen: Readonly<Record<string, string>> = {
  application_note_edited: "Note",
  inquiry_notes_updated: "Notes",
  email_changed: "Email",
  email_given_by_applicant: "Email",
};

export function changesIn(action: string, details: unknown): Change[] {
  const facts = stored.parse(details ?? {});
  const text = (name: string, words: Words) => {
    const value = facts[name];
    return words(value === null || value === undefined || typeof value === "object" ? "" : String(value));
  };
  const lines = (fromFacts[action] ?? []).flatMap(([field, from, to, words]): Change[] => {
    const [was, is] = [text(from, words), text(to, words)];
    return was === is ? [] : [{ field, from: was, to: is }];
  });
  const hidden = unseen[action];
  if (hidden !== undefined) lines.push({ field: hidden, hidden: true });
  if (action.startsWith("inquiry_priority_") && typeof facts.priority === "boolean")
    lines.push({ field: "Priority", from: facts.priority ? "no" : "yes", to: facts.priority ? "yes" : "no" });
  return [...lines, ...(facts.changes ?? [])];
}
