import { data, type RouterContextProvider } from "react-router";
import { emailInput } from "~/core/email/email-input.server";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { readForm } from "~/request-bodies/read-form.server";
import { checkResumeLimit, consumeLinkLimit } from "./resume.server";

/** Enqueues a job that mails what there is for an email: the response and its time are the same if there is nothing. */
export async function requestByEmail(
  address: string,
  rawEmail: string,
  enqueueJob: (tx: Transaction, email: string) => Promise<unknown>,
): Promise<Done | Refused> {
  const email = emailInput.safeParse(rawEmail);
  if (!email.success) return refuse("invalid", "Please enter your email address, such as name@example.com.");
  const limit = await consumeLinkLimit(address, email.data.toLowerCase());
  if (!limit.allowed) return refuse("limited", tooMany("links were requested", limit));
  await db.transaction((tx) => enqueueJob(tx, email.data));
  return { ok: true };
}

type ByEmail = (context: { address: string }, rawEmail: string) => Promise<Done | Refused>;

/** The action of a page with a `LinksByEmail`. */
export async function handleLinksByEmail(request: Request, context: Readonly<RouterContextProvider>, send: ByEmail) {
  const { address } = context.get(requestContext);
  const left = await checkResumeLimit(address);
  if (!left.allowed) return data({ email: "", problem: tooMany("links were requested", left) }, hourlyLimitResponse);
  const email = String((await readForm(request)).get("email") ?? "");
  const sent = await send({ address }, email);
  if (sent.ok) return data({ email: "", problem: "" });
  return data(
    { email: stripInvalidCharacters(email), problem: sent.message },
    sent.reason === "limited" ? hourlyLimitResponse : 422,
  );
}
