import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { textInput } from "~/core/input-schemas.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { erasureRequests } from "~/db/schema/privacy/rights";
import { enqueueMail } from "~/mail/outbox.server";
import { enqueueErasure } from "../erasure/erase.server";
import { isCaseUnderLegalHold, isInquiryUnderLegalHold } from "../erasure/holds.server";
import { mustBeRetainedMessage, retainedForPerson, retentionStateOf } from "../erasure/retain-until.server";
import { enqueueRestriction } from "../restricted/restrict.server";
import { subjectOf, subjectsBy } from "./subjects.server";

const decisions = ["erase", "restrict", "refuse"] as const;
const input = z.object({
  requestId: z.uuid(),
  decision: z.enum(decisions),
  reason: textInput(1000, "The reason").default(""),
});

type Request = typeof erasureRequests.$inferSelect;
type Work = { tx: Transaction; request: Request; reason: string; by: string };

/**
 * Decides on an erasure request: a super admin erases, restricts what must be retained, or refuses with a reason. The
 * queue carries it out, also after `kill -9`.
 */
export function decideErasure(context: StaffContext, rawInput: unknown): Promise<Done | Refused> {
  const verb = {
    input,
    role: "super_admin",
    fresh: true,
    messages: { invalid: "Please give a reason of at most 1,000 characters." },
  } as const;
  return asStaff(context, verb, rawInput, async ({ tx, staff, record }, { requestId, decision, reason }) => {
    const [request] = await tx.select().from(erasureRequests).where(eq(erasureRequests.id, requestId)).for("update");
    if (!request) return refuse("not-found", "This request no longer exists.");
    if (request.state !== "open") return refuse("conflict", "This request has already been decided or taken back.");
    const work = { tx, request, reason, by: staff.email };
    const done = await acts[decision](work);
    if (!done.ok) return done;
    const { kind, id } = subjectOf(request);
    const subject = kind === "subscriber" ? {} : { subjectType: kind, subjectId: id };
    await record({ actionType: "erasure_decided", ...subject, details: { decision, kind } });
    return { ok: true };
  });
}

const legalHoldMessage = "This case has a legal hold.";

const acts: Record<(typeof decisions)[number], (work: Work) => Promise<Done | Refused>> = {
  erase: async ({ tx, request, by }) => {
    const subject = subjectOf(request);
    if (subject.kind === "inquiry" && (await isInquiryUnderLegalHold(tx, subject.id)))
      return refuse("conflict", legalHoldMessage);
    if (subject.kind === "application") {
      if (await isCaseUnderLegalHold(tx, subject.id)) return refuse("conflict", legalHoldMessage);
      const keeping = await retentionStateOf(tx, subject.id);
      if (keeping.is === "open") return refuse("conflict", "Close the case before you decide.");
      if (keeping.is === "kept") return refuse("conflict", mustBeRetainedMessage(keeping.until));
    }
    await settle(tx, request, { state: "erasing", decidedBy: by });
    await enqueueErasure(tx, subject);
    return { ok: true };
  },
  restrict: async ({ tx, request, by }) => {
    const { kind, id } = subjectOf(request);
    if (kind === "application" && (await isCaseUnderLegalHold(tx, id))) return refuse("conflict", legalHoldMessage);
    const keeping = kind === "application" ? await retentionStateOf(tx, id) : ({ is: "free" } as const);
    if (keeping.is === "open") return refuse("conflict", "Close the case before you decide.");
    if (keeping.is === "free") return refuse("conflict", "There’s no legal reason to keep this, so it can be erased.");
    await settle(tx, request, { state: "restricting", decidedBy: by });
    await enqueueRestriction(tx, id);
    return { ok: true };
  },
  refuse: async ({ tx, request, reason, by }) => {
    if (reason === "") return refuse("invalid", "Please say why, in at most 1,000 characters.");
    const subject = subjectOf(request);
    const keeping = subject.kind === "application" ? await retentionStateOf(tx, subject.id) : ({ is: "free" } as const);
    await settle(tx, request, { state: "refused", decidedBy: by, answer: reason });
    const [named] = await subjectsBy([subject], tx);
    await enqueueMail(tx, {
      kind: "erasure_refused",
      to: request.email,
      toName: "",
      data: {
        what: named?.label ?? "",
        reason,
        mustKeep: keeping.is === "kept" ? retainedForPerson(keeping.until) : null,
      },
    });
    return { ok: true };
  },
};

const settle = (tx: Transaction, { id }: Request, values: Partial<Request>) =>
  tx
    .update(erasureRequests)
    .set({ ...values, decidedAt: new Date() })
    .where(eq(erasureRequests.id, id));
