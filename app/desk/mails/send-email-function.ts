import { timingSafeEqual } from "node:crypto";
import { bearerToken } from "~/accounts/auth.server";
import { functionCaller, functionError, readObject, wrongMethod } from "~/accounts/functions/call.server";
import { config, secretLength } from "~/config.server";
import { requestContext } from "~/core/request-context";
import { refuse } from "~/core/verbs/refused";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";
import type { Route } from "./+types/send-email-function";
import { type SendContext, sendEmail } from "./send-email.server";

const notSent = { success: false };

/** `POST /functions/v1/send-email`: for staff and for the server's own key (D4). */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return wrongMethod("POST");
  try {
    return await send(request, context.get(requestContext).address);
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, "a mail could not be sent, and nobody knows why");
    return functionError(refuse("failed", "Unknown error occurred"), notSent);
  }
}

async function send(request: Request, address: string): Promise<Response> {
  let by: SendContext = "server";
  if (!isOwnKey(bearerToken(request))) {
    const caller = await functionCaller(request);
    if (!caller.ok) return functionError(caller, notSent);
    by = { staff: caller.staff, address };
  }
  const body = await readObject(request);
  if (!body) return functionError(refuse("invalid", "Send a JSON object"), notSent);
  const result = await sendEmail(by, body);
  return result.ok ? Response.json({ success: true, id: result.mailId }) : functionError(result, notSent);
}

function isOwnKey(bearer: string | null): boolean {
  if (bearer === null) return false;
  const [sentKey, own] = [Buffer.from(bearer), Buffer.from(config.functionsKey)];
  return own.length >= secretLength && sentKey.length === own.length && timingSafeEqual(sentKey, own);
}

export function loader() {
  return wrongMethod("POST");
}
