import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import type { StaffContext } from "~/accounts/staff.server";
import { emailToAskAbout } from "~/applications/access/change/asked-about";
import { isSameEmail } from "~/applications/access/change/open-change.server";
import { beginAtDesk } from "~/applications/start/begin-at-desk.server";
import { answersByStep } from "~/applications/start/carried-facts";
import { quoteService, serviceKey } from "~/applications/start/service-quote.server";
import { serviceFirst } from "~/applications/start/tier-choice";
import { emailInput } from "~/core/email/email-input.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { answersOf, readClientFacts } from "./client-facts.server";

const inputSchema = z.object({
  email: emailInput,
  service: z.unknown().optional().transform(serviceKey),
  attempt: z.uuid(),
  /** An imported client whose details it takes over. */
  client: z.union([z.literal(""), z.uuid()]).optional(),
  /** The email of the previous send, confirmed although it looks misspelled. */
  meant: z.unknown().optional(),
});

type DraftProblems = { email?: string; service?: string };
type DraftResult = Done<{ id: string }> | Refused<DraftProblems | undefined>;

const wrong = (problems: DraftProblems) => refuse("invalid", "Please fix the highlighted fields.", problems);
const emailWords = "Please enter a valid email address.";

/**
 * Starts a draft for a caller or walk-in. No mail goes out before `Send the link`. Another email than that of an
 * imported client sends the client's details to somebody else, so it requires reauthentication (F-SAFE-3).
 */
export async function beginDraftForCaller(context: StaffContext, input: unknown): Promise<DraftResult> {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) {
    const email = parsed.error.issues.some(({ path }) => path[0] === "email");
    return email ? wrong({ email: emailWords }) : refuse("invalid");
  }
  const { email, service, attempt, meant, client } = parsed.data;
  const quote = await quoteService(service, null);
  if ("reason" in quote || !quote.service) return wrong({ service: serviceFirst });
  const emailQuestion = emailToAskAbout(email, meant);
  if (emailQuestion) return wrong({ email: emailQuestion });
  const messages = { forbidden: "Your account is no longer active." };
  const verb = { input: z.unknown(), once: "draft at the desk", messages: messages };
  return asStaff(
    context,
    verb,
    { email, service, attempt, client },
    async ({ tx, staff, record }): Promise<DraftResult> => {
      const of = client ? await readClientFacts(client, tx) : null;
      if (client && !of)
        return refuse("not-found", "This client no longer exists. Start the draft without their details.");
      const isOther = of !== null && of.email !== "" && !isSameEmail(of.email, email);
      const unconfirmed = isOther ? await refuseUnlessFresh({ tx, staff }) : null;
      if (unconfirmed) return unconfirmed;
      const id = crypto.randomUUID();
      const answers = answersByStep({ ...(of ? answersOf(of) : {}), email });
      const { applicationNumber: number } = await beginAtDesk(tx, { id, email, offer: quote, answers });
      const begun = { actionType: "draft_begun_by_staff", details: { number } };
      await record({ ...begun, subjectType: "application", subjectId: id });
      if (of) await record({ ...begun, subjectType: "client", subjectId: of.id });
      return { ok: true, id };
    },
  );
}
