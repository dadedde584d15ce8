import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { emailToAskAbout } from "~/applications/access/change/asked-about";
import { beginAtDesk } from "~/applications/start/begin-at-desk.server";
import { quoteService, serviceKey } from "~/applications/start/service-quote.server";
import { serviceFirst } from "~/applications/start/tier-choice";
import { emailInput } from "~/core/email/email-input.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";

const inputSchema = z.object({
  email: emailInput,
  service: z.unknown().optional().transform(serviceKey),
  attempt: z.uuid(),
  /** The email of the previous send, confirmed although it looks misspelled. */
  meant: z.unknown().optional(),
});

type DraftProblems = { email?: string; service?: string };
type DraftResult = Done<{ id: string }> | Refused<DraftProblems | undefined>;

const wrong = (problems: DraftProblems) => refuse("invalid", "Please fix the highlighted fields.", problems);
const emailWords = "Please enter a valid email address.";

/** Starts a draft for a caller or walk-in. No mail goes out before `Send the link`. */
export async function beginDraftForCaller(context: StaffContext, input: unknown): Promise<DraftResult> {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) {
    const email = parsed.error.issues.some(({ path }) => path[0] === "email");
    return email ? wrong({ email: emailWords }) : refuse("invalid");
  }
  const { email, service, attempt, meant } = parsed.data;
  const quote = await quoteService(service, null);
  if ("reason" in quote || !quote.service) return wrong({ service: serviceFirst });
  const emailQuestion = emailToAskAbout(email, meant);
  if (emailQuestion) return wrong({ email: emailQuestion });
  const messages = { forbidden: "Your account is no longer active." };
  const verb = { input: z.unknown(), once: "draft at the desk", messages: messages };
  return asStaff(context, verb, { email, service, attempt }, async ({ tx, record }): Promise<DraftResult> => {
    const id = crypto.randomUUID();
    const { applicationNumber } = await beginAtDesk(tx, { id, email, offer: quote, answers: { step1: { email } } });
    await record({
      actionType: "draft_begun_by_staff",
      subjectType: "application",
      subjectId: id,
      details: { number: applicationNumber },
    });
    return { ok: true, id };
  });
}
