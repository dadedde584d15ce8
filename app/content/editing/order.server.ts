import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { changed } from "~/core/activity-log/changes";
import { refuse } from "~/core/verbs/refused";
import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import { contentMessages } from "./content-item.server";
import { findKind } from "./registry.server";

const input = z.object({ keys: z.array(z.string().max(100)).max(1000) });

/** Stores the whole order of a kind's items as the admin saw it: of two simultaneous orders the last one wins. */
export function reorderContent(context: StaffContext, name: string, rawInput: unknown) {
  const kind = findKind(name);
  const order = kind?.many?.order;
  if (!kind?.many || !order) return refuse("not-found", "There is no order to change here.");
  const { may, many, title } = kind;
  const verb = { input, role: may, once: "content order", messages: contentMessages(may) };
  return asStaff(context, verb, rawInput, async ({ tx, record }, { keys }) => {
    await takeKeyedLock(tx, keyedLocks.content, `content order of ${name}`);
    const before = await many.list(tx);
    const stored = before.map(({ key }) => key);
    // Items that were added meanwhile come last; deleted ones are left out.
    const next = [...new Set([...keys.filter((key) => stored.includes(key)), ...stored])];
    const moved = before.filter(({ key }, index) => next[index] !== key);
    if (moved.length === 0) return { ok: true as const };
    await order(tx, next);
    await record({
      ...{ actionType: "content_ordered", subjectType: "content", subjectName: title },
      changes: moved
        .slice(0, 20)
        .flatMap(({ key, name: of }) =>
          changed(of.slice(0, 80), `${stored.indexOf(key) + 1}`, `${next.indexOf(key) + 1}`),
        ),
    });
    return { ok: true as const };
  });
}
