import { readText } from "~/bodies/read-form.server";
import type { Route } from "./+types/webhook";
import { acceptReport } from "./delivery-report.server";

/** `POST /webhooks/mail`: what a mail service reports of a mail, signed as Standard Webhooks say (docs/mail.md). */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return wrongMethod();
  const result = await acceptReport(request.headers, await readText(request));
  return result.ok ? new Response(null, { status: 204 }) : Response.json({ error: result.error }, result);
}

export const loader = wrongMethod;

function wrongMethod() {
  return Response.json({ error: "Send a POST" }, { status: 405, headers: { Allow: "POST" } });
}
