import { timingSafeEqual } from "node:crypto";
import { bearerToken } from "~/accounts/auth.server";
import { functionCaller, functionError, readObject, wrongMethod } from "~/accounts/function-call.server";
import { config, secretLength } from "~/config.server";
import { isDatabaseAway } from "~/db/failure.server";
import { log } from "~/log.server";
import { visitContext } from "~/visit";
import type { Route } from "./+types/send-email-function";
import { type SendContext, sendEmail } from "./send-email.server";

/** `POST /functions/v1/send-email`: for staff and for the server's own key (A-FN-10 to -13, P-MAIL-8, decision 4). */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return wrongMethod("POST");
  try {
    return await send(request, context.get(visitContext).address);
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    log.error({ err }, "a mail could not be sent, and nobody knows why");
    return failed(500, "Unknown error occurred");
  }
}

async function send(request: Request, address: string): Promise<Response> {
  let by: SendContext = "server";
  if (!isOwnKey(bearerToken(request))) {
    const caller = await functionCaller(request);
    if (!caller.ok) return failed(caller.status, caller.error);
    by = { staff: caller.staff, address };
  }
  const body = await readObject(request);
  if (!body) return failed(400, "Send a JSON object");
  const result = await sendEmail(by, body);
  return result.ok ? Response.json({ success: true, id: result.mailId }) : failed(result.status, result.error);
}

const failed = (status: number, error: string) => functionError(status, error, { success: false });

function isOwnKey(bearer: string | null): boolean {
  if (bearer === null) return false;
  const [given, own] = [Buffer.from(bearer), Buffer.from(config.functionsKey)];
  return own.length >= secretLength && given.length === own.length && timingSafeEqual(given, own);
}

export function loader() {
  return wrongMethod("POST");
}
