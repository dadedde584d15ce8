import { lookAtResume } from "~/applications/access/resume.server";
import { requireFewForms, requireWithinLimit } from "~/bodies/few-forms.server";
import { readForm, refuseBody } from "~/bodies/read-form.server";
import { tooLarge } from "~/bodies/refusal";
import { lookAtSaves } from "./limits.server";

/** Ends a request from an address that saved too much within a minute, before its form is read (V-ATK-4). */
export const requireSaveLeft = (request: Request, address: string): Promise<void> =>
  requireWithinLimit(
    request,
    lookAtSaves(address),
    "Too many saves came from here within a minute. Please wait a moment.",
  );

/** The form of a page of the application, from the browser that holds it. */
export async function readHoldersForm(request: Request, address: string): Promise<FormData> {
  await requireSaveLeft(request, address);
  return readForm(request);
}

/**
 * How much is carried on for a browser that does not hold the application: little, as it may be a stranger's (V-ATK-5).
 */
const carried = {
  message: "This browser may not open the application any more, and what you sent is too long to be kept here",
  advice: "Open the application in another tab, by the link in our mail, and send it again from here.",
  maxSize: 32 * 1024,
  fields: 150,
};
/** In signs of an urlencoded form. */
const mostCarried = 8 * 1024;

/** The form of a page of the application, from a browser that does not hold it, and what of it is carried on. */
export async function readStrangersForm(request: Request, address: string): Promise<{ form: FormData; kept: string }> {
  await requireFewForms(request, address, "stranger's form");
  const looked = await lookAtResume(address);
  await requireWithinLimit(
    request,
    looked,
    "Too many attempts were made from here. Please try again in an hour, or use the link in our mail.",
  );
  const form = await readForm(request, carried);
  const given = form.get("kept");
  const kept = typeof given === "string" ? given : asText(form);
  if (kept.length > mostCarried || kept.split("&").length > carried.fields)
    return refuseBody(request, tooLarge(carried));
  return { form, kept };
}

const asText = (form: FormData) =>
  new URLSearchParams(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  ).toString();
