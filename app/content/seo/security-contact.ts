import { publicSettings } from "~/content/settings/settings.server";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/security-contact";

const halfYear = 182 * 24 * 60 * 60 * 1000;

/** `/.well-known/security.txt` (RFC 9116): the contact for security reports. Expires half a year after it is read. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const { contactEmail } = await publicSettings(visit);
  const expires = new Date(Date.now() + halfYear);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${contactEmail.replace(/[\r\n]+/g, "")}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Policy: ${visit.origin}/privacy-policy#security`,
    `Canonical: ${visit.origin}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
