import type { Context } from "hono";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { DatabaseAwayPage, SignInFirstPage, StandalonePage } from "~/site/standalone-page";
import type { ShellEnv } from "./shell";

type Status = 400 | 401 | 403 | 404 | 408 | 410 | 413 | 423 | 429 | 503;

type Words = { title: string; text: string };

/** Answers with a page that needs no script: for what is refused before the router is asked. */
export function standalonePage(c: Context<ShellEnv>, status: Status, words: Words) {
  return c.html(standaloneText(status, words, c.get("visit").requestId), status);
}

/** The same page as text: for what is refused before the shell is asked. */
export function standaloneText(status: Status, { title, text }: Words, requestId: string): string {
  return textOf(
    <StandalonePage code={status} title={title} requestId={requestId}>
      <p>{text}</p>
      <a className="again" href="/">
        Go to the home page
      </a>
    </StandalonePage>,
  );
}

/** 503: the database does not answer. The page can be asked for again by and by, and what was sent is given back in it. */
export function databaseAway(c: Context<ShellEnv>, typed: [name: string, value: string][] = []) {
  c.header("Retry-After", "10");
  return page(c, 503, <DatabaseAwayPage requestId={c.get("visit").requestId} typed={typed} />);
}

/** 401: a form of the desk whose session has ended. It waits in the page until somebody has signed in again. */
export function signInFirst(c: Context<ShellEnv>, typed: [name: string, value: string][] = []) {
  return page(c, 401, <SignInFirstPage requestId={c.get("visit").requestId} typed={typed} />);
}

const unopenedTitles = {
  404: "There is nothing to open here",
  410: "This file was removed",
  423: "This file is being checked",
  503: "This file can’t be read just now",
} as const;

/** A file that can't be given, for who followed a link to it: the words of the answer as a page; else the answer itself. */
export async function unopened(c: Context<ShellEnv>, answer: Response) {
  const status = ([404, 410, 423, 503] as const).find((known) => known === answer.status);
  if (!status || !c.req.header("accept")?.includes("text/html")) return answer;
  const later = answer.headers.get("retry-after");
  if (later) c.header("Retry-After", later);
  return standalonePage(c, status, { title: unopenedTitles[status], text: await answer.text() });
}

function page(c: Context<ShellEnv>, status: Status, element: ReactElement) {
  return c.html(textOf(element), status);
}

const textOf = (element: ReactElement) => `<!doctype html>${renderToStaticMarkup(element)}`;
