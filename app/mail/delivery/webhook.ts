import { checkBatchedLimits, consumeBatchedLimits } from "~/core/rate-limits/batched.server";
import { ipLimits } from "~/core/rate-limits/limits.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { requireWithinLimit } from "~/request-bodies/form-limits.server";
import { readText } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/webhook";
import { acceptReport } from "./delivery-report.server";

/** `POST /webhooks/mail`: reports of a mail service, signed by Standard Webhooks (docs/mail.md). */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return wrongMethod();
  // Counts only wrong signatures: a service may report many mails at once.
  const guesses = ipLimits("unsigned report", context.get(requestContext).address, mostGuesses);
  await requireWithinLimit(
    request,
    checkBatchedLimits(guesses),
    "Too many reports without a valid signature came from this address.",
  );
  const result = await acceptReport(request.headers, await readText(request));
  if (result.ok) return new Response(null, { status: 204 });
  if (result.reason === "signed-out") consumeBatchedLimits(guesses);
  return Response.json({ error: result.message }, { status: statusOf(result) });
}

/** Per IP and minute. */
const mostGuesses = { max: 60, seconds: 60 };

export const loader = wrongMethod;

function wrongMethod() {
  return Response.json({ error: "Send a POST" }, { status: 405, headers: { Allow: "POST" } });
}
