import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { changed } from "~/core/activity-log/changes";
import { refuse } from "~/core/verbs/refused";
import { type Content, contentName, differing } from "../../kind";
import { addVersion, type ContentRef, lockContent, syncPublicVersion } from "../../versions.server";
import { mailVerb } from "./mail-verb";

/** Makes a draft with the default texts. */
export function resetToDefault(by: StaffContext, item: ContentRef, delivered: Content) {
  const verb = { ...mailVerb, input: z.object({}), once: "delivered words" };
  return asStaff(by, verb, { key: item.key, delivered }, async ({ tx, staff, record }) => {
    const { kind, key } = item;
    await lockContent(tx, item);
    const { newest } = await syncPublicVersion(tx, item);
    if (!newest) return refuse("not-found", "Email not found.");
    const fields = differing(kind, newest.data, delivered);
    if (fields.length === 0) return { ok: true as const, notice: "This email already uses the delivered words." };
    const version = await addVersion(tx, item, { data: delivered, madeBy: staff.email, basedOn: newest.number });
    await record({
      ...{ actionType: "content_restored", subjectType: "content", subjectId: version.id },
      subjectName: `${contentName(kind, key, delivered)}, version ${version.number}`,
      details: { from: "delivered" },
      changes: fields.flatMap(({ name, label, format }) =>
        changed(label, format(newest.data[name] ?? null), format(delivered[name] ?? null)),
      ),
    });
    return {
      ok: true as const,
      notice: `Version ${version.number} has the delivered words. It’s a draft: publish it to use it in emails.`,
    };
  });
}
