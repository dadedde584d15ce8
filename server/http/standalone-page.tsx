import type { Context } from "hono";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { hasHolderCookie } from "~/applications/access/holder.server";
import { isOfAnApplication } from "~/core/paths";
import { type Confirmed, ConfirmFirstPage } from "~/site/errors/confirm-page";
import { DatabaseUnavailablePage, NotSavedPage, SignInFirstPage, StandalonePage } from "~/site/errors/standalone-page";
import type { ShellEnv } from "./env";

type Status = 400 | 401 | 403 | 404 | 408 | 410 | 413 | 423 | 429 | 500 | 503;

type Message = { title: string; text: string };

/** For requests refused before the router; needs no script. */
export function standalonePage(c: Context<ShellEnv>, status: Status, words: Message) {
  return c.html(standaloneText(status, words, c.get("visit").requestId), status);
}

/** The same as HTML text, for requests refused before Hono. */
export function standaloneText(status: Status, { title, text }: Message, requestId: string): string {
  return documentOf(
    <StandalonePage code={status} title={title} requestId={requestId}>
      <p>{text}</p>
      <a className="again" href="/">
        Go to the home page
      </a>
    </StandalonePage>,
  );
}

/** 503: the database does not respond. The page contains the form, to be sent again later. */
export function databaseUnavailable(c: Context<ShellEnv>, fields: Pairs = []) {
  c.header("Retry-After", "10");
  return pageWithForm(c, 503, DatabaseUnavailablePage, fields);
}

/** 500: a form of the desk was sent without JavaScript and failed. The page contains it. */
export const notSaved = (c: Context<ShellEnv>, fields: Pairs) => pageWithForm(c, 500, NotSavedPage, fields);

/** 401: the session of a form of the desk has ended. The page contains it until somebody has signed in again. */
export const signInFirst = (c: Context<ShellEnv>, fields: Pairs) => pageWithForm(c, 401, SignInFirstPage, fields);

/** 403, or the status of a failed try: a form of the desk that requires reauthentication. */
export function confirmFirst(c: Context<ShellEnv>, confirmed: Confirmed) {
  const status = confirmed.problem?.status ?? 403;
  return pageWithForm(c, status, (pageProps) => <ConfirmFirstPage {...confirmed} {...pageProps} />, confirmed.typed);
}

type Pairs = [name: string, value: string][];
type FormPage = (pageProps: { requestId: string; typed: Pairs | "too long"; shown: boolean }) => ReactElement;

/** A page may exceed the form that it returns by this many bytes. */
const around = 32 * 1024;
/** Bytes of such a page for an application's form, if the browser has no cookie for it. */
const maxForStrangers = 64 * 1024;

function pageWithForm(c: Context<ShellEnv>, status: Status, Page: FormPage, fields: Pairs) {
  const { requestId } = c.get("visit");
  const shown = c.req.path.startsWith("/admin/");
  const sent = fields.reduce((sum, pair) => sum + Buffer.byteLength(pair.join("=")) + 1, 0);
  const isWithoutCookie = isOfAnApplication(c.req.path) && !hasHolderCookie(c.req.raw);
  const maxBytes = isWithoutCookie ? Math.min(sent + around, maxForStrangers) : sent + around;
  const html = documentOf(<Page requestId={requestId} typed={fields} shown={shown} />);
  const bounded =
    Buffer.byteLength(html) <= maxBytes
      ? html
      : documentOf(<Page requestId={requestId} typed="too long" shown={shown} />);
  return c.html(bounded, status);
}

const unopenedTitles = {
  404: "There is nothing to open here",
  410: "This file was removed",
  423: "This file is being checked",
  500: "This file can’t be read",
  503: "We can’t read this file right now",
} as const;

/** For a file that can't be opened: a page if HTML is accepted, else the response itself. */
export async function unopened(c: Context<ShellEnv>, response: Response) {
  const status = ([404, 410, 423, 500, 503] as const).find((known) => known === response.status);
  if (!status || !c.req.header("accept")?.includes("text/html")) return response;
  const later = response.headers.get("retry-after");
  if (later) c.header("Retry-After", later);
  return standalonePage(c, status, { title: unopenedTitles[status], text: await response.text() });
}

const documentOf = (element: ReactElement) => `<!doctype html>${renderToStaticMarkup(element)}`;
