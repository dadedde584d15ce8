import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { pathResponds } from "~/content/self-request.server";
import { changed } from "~/core/activity-log/changes";
import { lineInput } from "~/core/input-schemas.server";
import { isPrivate } from "~/core/paths";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import { db } from "~/db/client.server";
import { redirects } from "~/db/schema/site/redirects";
import { log } from "~/log.server";
import { finalUrl, readFrom, readTo } from "./addresses";

export const longestFrom = 500;
export const longestTo = 2_000;

type AtField = { field: "from" | "to" };
const at = (field: AtField["field"], message: string, reason: "invalid" | "conflict" | "busy" = "invalid") =>
  refuse(reason, message, { field });

const verb = {
  role: "super_admin",
  lock: locks.redirects,
  messages: { forbidden: "Only super admins change this.", invalid: "Enter both addresses." },
} as const;

const input = z.object({ from: z.string(), to: z.string() });
const lines = { from: lineInput(longestFrom, "The address"), to: lineInput(longestTo, "The address") };

/** Normalizes single-line input, or refuses it. */
function readLine(field: AtField["field"], rawInput: string): string | Refused<AtField> {
  const { success, data, error } = lines[field].safeParse(rawInput);
  if (success) return data;
  const barred = error.issues.find(({ code }) => code === "custom")?.message;
  const most = (field === "to" ? longestTo : longestFrom).toLocaleString("en-US");
  return at(field, barred ?? `Enter an address of at most ${most} characters.`);
}

const words = {
  from: "Enter a path of this site that begins with “/”, such as /old-page, without “?” or “#”.",
  to: "Enter a path of this site, such as /services, or an address that begins with https://.",
  own: "You can’t redirect addresses of applications, documents or the desk. Choose another.",
  page: "There is a page at this address.",
  second: "This address already redirects somewhere else. Remove that redirect first.",
  notAsked: "We couldn’t check whether there is a page at this address. Nothing was saved. Please try again.",
  circle: "This would lead in a circle.",
};

/** Whether a path responds; null if the request failed. */
async function isAnswered(path: string): Promise<boolean | null> {
  try {
    return await pathResponds(path);
  } catch (err) {
    log.warn({ err }, "a redirect's address could not be asked for");
    return null;
  }
}

/** Adds a redirect. `origin`: the site's own, to recognize absolute URLs. */
export async function addRedirect(
  context: StaffContext,
  rawInput: unknown,
  origin: string,
): Promise<Done<{ id: string }> | Refused<AtField | undefined>> {
  const parsed = input.safeParse(rawInput);
  const path = parsed.success ? readFrom(parsed.data.from, origin) : null;
  if (!(await mayAct(db, context.staff, verb.role))) return refuse("forbidden", verb.messages.forbidden);
  // Request it before the transaction, which would occupy a connection that the page needs.
  const isInUse = path !== null && !isPrivate(path) ? await isAnswered(path) : false;
  if (isInUse === null) return at("from", words.notAsked, "busy");
  return asStaff<typeof input, Done<{ id: string }> | Refused<AtField | undefined>>(
    context,
    { ...verb, input, once: "redirect" },
    rawInput,
    async ({ tx, staff, record }, sent) => {
      const from = readLine("from", sent.from);
      const to = readLine("to", sent.to);
      if (typeof from !== "string") return from;
      if (typeof to !== "string") return to;
      const fromPath = readFrom(from, origin);
      const toAddress = readTo(to, origin);
      if (fromPath === null || fromPath.length > longestFrom) return at("from", words.from);
      if (toAddress === null || toAddress.length > longestTo) return at("to", words.to);
      if (isPrivate(fromPath)) return at("from", words.own);
      const all = await tx.select({ from: redirects.fromPath, to: redirects.toAddress }).from(redirects);
      const known = new Map(all.map((redirect) => [redirect.from, redirect.to]));
      if (known.has(fromPath)) return at("from", words.second, "conflict");
      if (isInUse) return at("from", words.page, "conflict");
      if (finalUrl(fromPath, known.set(fromPath, toAddress)) === null) return at("to", words.circle, "conflict");
      const [made] = await tx
        .insert(redirects)
        .values({ fromPath, toAddress, madeBy: staff.email })
        .returning({ id: redirects.id });
      if (!made) throw new Error("The redirect was not stored");
      await record({
        ...{ actionType: "redirect_added", subjectType: "redirect", subjectId: made.id },
        changes: changed("Leads to", null, toAddress),
      });
      return { ok: true, id: made.id };
    },
  );
}

export function removeRedirect(context: StaffContext, input: unknown): Promise<Done | Refused<AtField | undefined>> {
  const remove = { ...verb, input: z.object({ redirect: z.uuid() }) };
  return asStaff<typeof remove.input, Done | Refused<AtField | undefined>>(
    context,
    remove,
    input,
    async ({ tx, record }, { redirect }) => {
      const [found] = await tx.select().from(redirects).where(eq(redirects.id, redirect)).for("update");
      if (!found) return { ok: true };
      await tx.delete(redirects).where(eq(redirects.id, redirect));
      await record({
        ...{ actionType: "redirect_removed", subjectType: "redirect", subjectId: redirect },
        subjectName: found.fromPath,
        changes: changed("Leads to", found.toAddress, null),
      });
      return { ok: true };
    },
  );
}
