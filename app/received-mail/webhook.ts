import { config } from "~/config.server";
import { checkBatchedLimits, consumeBatchedLimits } from "~/core/rate-limits/batched.server";
import { ipLimits } from "~/core/rate-limits/limits.server";
import { requestContext } from "~/core/request-context";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { StorageError } from "~/documents/storage-error.server";
import { claimsSignature, isSigned } from "~/mail/delivery/webhook-signature.server";
import { requireWithinLimit } from "~/request-bodies/form-limits.server";
import { readFile } from "~/request-bodies/read-form.server";
import type { Route } from "./+types/webhook";
import { forgetPosted, recordPostedFailure } from "./failed-mails.server";
import { receiveMail } from "./receive.server";

/** `POST /webhooks/inbound-mail`: a received mail as it came, signed by Standard Webhooks (docs/mail.md). */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const secret = config.INBOUND_WEBHOOK_SECRET;
  if (!secret) return refuse(404, "Receiving emails is not configured");
  if (request.method !== "POST") return wrongMethod();
  // Counts only wrong signatures: a service may bring many mails at once, and a stranger must not send many bytes.
  const guesses = ipLimits("unsigned mail", context.get(requestContext).address, mostGuesses);
  await requireWithinLimit(
    request,
    checkBatchedLimits(guesses),
    "Too many emails without a valid signature came from this address.",
  );
  const file = claimsSignature(request.headers) ? await readFile(request) : undefined;
  if (!file || !(await isSigned(request.headers, file.stream(), secret))) {
    consumeBatchedLimits(guesses);
    return refuse(401, "The signature or its time is not right");
  }
  return receive(new Uint8Array(await file.arrayBuffer()));
}

/** Per IP and minute. */
const mostGuesses = { max: 2, seconds: 60 };

async function receive(bytes: Uint8Array): Promise<Response> {
  try {
    const result = await receiveMail(bytes, "webhook");
    if (result !== "full") await forgetPosted(bytes);
    if (result === "full") return refuse(429, "The list of unverified emails is full", { "Retry-After": "3600" });
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!isDatabaseUnavailable(error) && !(error instanceof StorageError)) {
      await recordPostedFailure(bytes);
      throw error;
    }
    return refuse(503, "The email could not be stored now", { "Retry-After": "60" });
  }
}

export const loader = wrongMethod;

function wrongMethod() {
  return refuse(405, "Send a POST", { Allow: "POST" });
}

const refuse = (status: number, error: string, headers: HeadersInit = {}) =>
  Response.json({ error }, { status, headers });
