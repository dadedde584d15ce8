import { checkResumeLimit } from "~/applications/access/resume.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { requireFormLimit, requireWithinLimit } from "~/request-bodies/form-limits.server";
import { readForm, refuseBody } from "~/request-bodies/read-form.server";
import { tooLarge } from "~/request-bodies/refusal";
import { checkSaveLimit } from "./limits.server";

/** Refuses a request from an IP over its limit before its form is read. */
export function requireSaveLimit(request: Request, ip: string): Promise<void> {
  const left = checkSaveLimit(ip);
  return requireWithinLimit(request, left, tooMany("saves came", left));
}

export async function readHoldersForm(request: Request, ip: string): Promise<FormData> {
  await requireSaveLimit(request, ip);
  return readForm(request);
}

/** Limits of the form that is returned to a browser without the right: small, as it may be an attacker's. */
const returnedForm = {
  message: "This browser can no longer open the application, and what you sent is too long to keep here",
  advice: "Open the application in a new tab with the link in our email, then send it again from here.",
  maxSize: 32 * 1024,
  fields: 150,
};
/** Characters of an urlencoded form. */
const maxReturnedLength = 8 * 1024;

/** Reads the form of a browser without the right. `unsaved`: its urlencoded fields, to give back. */
export async function readStrangersForm(request: Request, ip: string): Promise<{ form: FormData; unsaved: string }> {
  await requireFormLimit(request, ip, "stranger's form");
  const limit = await checkResumeLimit(ip);
  await requireWithinLimit(request, limit, tooMany("attempts were made", limit, "use the link in our email"));
  const form = await readForm(request, returnedForm);
  const returned = form.get("kept");
  const unsaved = typeof returned === "string" ? returned : asText(form);
  if (unsaved.length > maxReturnedLength || unsaved.split("&").length > returnedForm.fields)
    return refuseBody(request, tooLarge(returnedForm));
  return { form, unsaved };
}

const asText = (form: FormData) =>
  new URLSearchParams(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  ).toString();
