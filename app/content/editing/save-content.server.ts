import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { normalizeFigures } from "~/core/text-input";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { asEditor, changesOf, subjectOf } from "./content-item.server";
import { publishNow } from "./publish.server";
import { addDraft, formInput } from "./save-draft.server";
import { scheduleVersion } from "./schedule.server";

const typedMinute = z.string().max(20).default("").transform(normalizeFigures);
const input = formInput.extend({
  /** What happens to the draft in the same transaction. */
  next: z.enum(["publish", "schedule"]).optional(),
  day: typedMinute,
  time: typedMinute,
  scheduled: z.literal("call-off").optional().catch(undefined),
  answer: z.string().max(50).optional().catch(undefined),
});

/**
 * Saves what an editor's form sends as a draft of an existing or a new item, and publishes or schedules it in the same
 * transaction. `publication`: how that ended. If it is refused, the draft remains, so that nothing typed is lost; if
 * others have changed the item since the form was made (`others`), the draft contains their changes and nothing is
 * published, because nobody has seen both together.
 */
export function saveContent(context: StaffContext, rawInput: unknown) {
  return asEditor(
    context,
    { input, adds: true },
    rawInput,
    (work, item, { next, day, time, scheduled, answer, ...sent }) => {
      const run = async () => {
        const draft = await addDraft(work, item, sent);
        if (!draft.ok) return draft;
        const { version, before, isNew, others } = draft;
        if (isNew)
          await work.record({
            ...{ actionType: "content_saved", ...subjectOf(item, version) },
            changes: changesOf(item.kind, before, version.data),
          });
        const publish = async () => {
          const publication = { version, scheduled, answer };
          return inTransaction(async (tx) => {
            const inner = { ...work, tx };
            return next === "schedule"
              ? scheduleVersion(inner, item, { ...publication, day, time })
              : publishNow(inner, item, publication);
          }, work.tx);
        };
        const publication = next && others.changes.length === 0 ? await publish() : null;
        return { ok: true as const, key: item.key, number: version.number, id: version.id, others, publication };
      };
      // A refused publication is not repeated from the stored result: the same form is sent again with an answer to it.
      const isDone = (result: Awaited<ReturnType<typeof run>>) => result.ok && result.publication?.ok !== false;
      return work.once({ kind: "content", key: attemptOf(context), content: [requested(rawInput)] }, run, { isDone });
    },
  );
}

const attemptOf = ({ attempt }: StaffContext) => z.uuid().safeParse(attempt).data;

/** What the form requests, without what its page displayed: a retry may come from a page that shows more by now. */
const requested = (rawInput: unknown) => ({ ...Object(rawInput), base: undefined, seen: undefined });
