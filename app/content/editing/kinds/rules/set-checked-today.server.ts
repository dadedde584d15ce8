import { hash } from "node:crypto";
import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { nassauDay } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import { asEditor, changesOf, subjectOf } from "../../content-item.server";
import { type Content, canonical, type SubmittedForm } from "../../kind";
import { addPublicVersion, syncPublicVersion } from "../../versions.server";

const input = z.object({ shown: z.string() });

const stale = "Someone else has changed this. This page shows it as it is now. Nothing was overwritten.";

/** Identifies a public content: one that was changed by SQL has no version number yet. */
export const digestOf = (content: Content): string => hash("sha256", canonical(content), "hex").slice(0, 16);

/** Publishes the rule that the page showed with today as its day of check; drafts and schedules stay. */
export function setCheckedToday(by: StaffContext, key: string, seen: unknown, typed: SubmittedForm["typed"]) {
  const sent = { kind: "rules", key, shown: seen };
  return asEditor(by, { input, once: "rule checked" }, sent, async (work, item, { shown: seen }) => {
    const standing = await syncPublicVersion(work.tx, item);
    const { shown } = standing;
    if (!shown || digestOf(shown.data) !== seen) return refuse("conflict", stale);
    const today = nassauDay();
    const keeps = item.kind.fields.some(({ name, typed: boxesOf }) => {
      const inputs = typed[name];
      return (
        inputs !== undefined &&
        inputs.join("\n").trim() !==
          boxesOf(shown.data[name] ?? null)
            .join("\n")
            .trim()
      );
    });
    if (shown.data.checked_on === today) return { ok: true as const, notice: "It was already checked today.", keeps };
    const data = { ...shown.data, checked_on: today };
    const by = work.staff.email;
    const { shown: published } = await addPublicVersion(work.tx, item, standing, data, by);
    const how = { first: false, by, number: published.number };
    await item.kind.publish(work.tx, item.key, data, ["checked_on"], how);
    await work.record({
      ...{ actionType: "content_published", ...subjectOf(item, published) },
      changes: changesOf(item.kind, shown.data, data),
    });
    return { ok: true as const, notice: "Marked as checked today. Visitors see the new date.", keeps };
  });
}
