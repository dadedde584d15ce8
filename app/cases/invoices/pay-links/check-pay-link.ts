import { noCards } from "~/cases/fees/check-text";
import { containsCardNumber } from "~/core/prices/card-numbers";
import { amountProblem, type Cents, exactUsd, parseCents } from "~/core/prices/money";
import { readHost } from "~/core/prices/pay-link-host";
import { normalizeFigures } from "~/core/text-input";
import { daysAfter, isDay } from "~/core/time";

const maxLinkLength = 2000;
export const noHosts = "A super admin has to name the allowed hosts in the settings first.";

export type PayLinkFields = { url: string; amount: string; lastDay: string };
export type CheckedPayLink = { url: string; host: string; amount: Cents; lastDay: string | null };
export type PayLinkProblems = Partial<Record<keyof PayLinkFields, string>>;

/** Validates a pasted link: `open` is what is left to pay, `today` the day in Nassau. */
export function checkPayLink(
  fields: PayLinkFields,
  { hosts, open, today }: { hosts: readonly string[]; open: Cents; today: string },
): { link?: CheckedPayLink; problems: PayLinkProblems } {
  const problems: PayLinkProblems = {};
  const read = readLink(fields.url, hosts);
  if ("problem" in read) problems.url = read.problem;
  const amount = parseCents(fields.amount);
  if (amount === undefined)
    problems.amount = amountProblem("Amount", fields.amount) ?? "Enter an amount such as 185.00.";
  else if (amount > open) problems.amount = `Only ${exactUsd(open)} is open. Enter at most this amount.`;
  const lastDay = normalizeFigures(fields.lastDay).trim();
  if (lastDay !== "" && !(isDay(lastDay) && lastDay >= today && lastDay <= daysAfter(today, 365)))
    problems.lastDay = "Choose today or a later day, at most a year ahead.";
  if ("problem" in read || amount === undefined || Object.keys(problems).length > 0) return { problems };
  return { link: { ...read, amount, lastDay: lastDay || null }, problems };
}

/** The link as browsers write it, and its host; other programs could read a backslash or a line break otherwise. */
function readLink(rawUrl: string, hosts: readonly string[]): { url: string; host: string } | { problem: string } {
  const typed = rawUrl.trim();
  if (typed === "" || typed.length > maxLinkLength) return { problem: "Paste a link of at most 2,000 characters." };
  if (containsCardNumber(typed) || containsCardNumber(decoded(typed))) return { problem: noCards };
  if (hosts.length === 0) return { problem: noHosts };
  const [, authority = ""] = /^https:\/\/([^/?#]*)/i.exec(typed) ?? [];
  const host = readHost(authority);
  const isAllowed = host !== undefined && hosts.includes(host) && !/[\s\\\p{C}]/u.test(typed) && URL.canParse(typed);
  if (!isAllowed) return { problem: onlyHosts(hosts) };
  const { href, hostname } = new URL(typed);
  if (hostname !== host) return { problem: onlyHosts(hosts) };
  return href.length > maxLinkLength ? { problem: "Paste a link of at most 2,000 characters." } : { url: href, host };
}

const onlyHosts = (hosts: readonly string[]) =>
  `Only links to ${new Intl.ListFormat("en-US", { type: "conjunction" }).format(hosts)} are allowed.`;

/** With `%34` as `4`; characters that are no text stay as they are. */
const decoded = (text: string): string =>
  text.replace(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
