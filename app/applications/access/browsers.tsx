import { data, redirect, redirectDocument } from "react-router";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { requestContext } from "~/core/request-context";
import type { Refused } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import type { Route } from "./+types/browsers";
import { endBrowsers, endInput, listBrowsers, maxListed, renewLinks } from "./browsers.server";
import { BrowserList, browsersNotice, EndQuestion } from "./browsers-views";
import { findForHolder } from "./find.server";
import { quietMeta } from "./quiet-page";

export const meta: Route.MetaFunction = () => quietMeta("Who can open this application");

/** `/apply/{id}/browsers`: lists the browsers that can open the application, and ends them. `?end=` asks first. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const { id, applicationNumber, userEmail } = found.application;
  const browsers = await listBrowsers(id, found.holder);
  const search = new URL(request.url).searchParams;
  const end = search.get("end");
  const selected = browsers.find((browser) => browser.id === end);
  const all: "links" | "others" | undefined = end === "links" || end === "others" ? end : undefined;
  if (end && !selected && !all) throw redirect(listOf(id, "gone"));
  return {
    id,
    number: applicationNumber,
    browsers,
    more: browsers.length === maxListed,
    reachable: userEmail !== "",
    asked: all ?? selected,
    done: browsersNotice(search.get("done")),
  };
}

const listOf = (id: string, done: string) => `/apply/${id}/browsers?done=${done}`;

export async function action({ request, params, context }: Route.ActionArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const { id } = found.application;
  const { address, browser } = context.get(requestContext);
  const by = { address, browser, holder: found.holder };
  const rawEnd = (await readForm(request)).get("end");
  const parsed = endInput.safeParse(rawEnd);
  if (rawEnd !== "links" && !parsed.success) throw redirect(listOf(id, "gone"));
  if (!parsed.success) {
    const renewed = await renewLinks(by, id);
    if (!renewed.ok) return notEnded(id, renewed);
    throw redirect(listOf(id, "renewed"));
  }
  const ended = await endBrowsers(by, id, parsed.data);
  if (!ended.ok) return notEnded(id, ended);
  if (ended.cookie) throw redirectDocument("/", { headers: { "Set-Cookie": ended.cookie } });
  throw redirect(listOf(id, ended.browsers > 0 ? "ended" : "gone"));
}

function notEnded(id: string, { reason, message }: Refused) {
  if (reason === "limited") return data({ message }, hourlyLimitResponse);
  // Without an address no link can be mailed: the list says so.
  throw redirect(reason === "conflict" ? listOf(id, "nowhere") : `/apply/${id}`);
}

export const clientAction = (sent: Route.ClientActionArgs) => orUnreachable(sent, (message) => ({ message }));

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Browsers({ loaderData, actionData }: Route.ComponentProps) {
  const { asked: target, ...list } = loaderData;
  if (!target) return <BrowserList {...list} />;
  const targetKey = typeof target === "string" ? target : target.id;
  return (
    <EndQuestion
      key={targetKey}
      id={list.id}
      number={list.number}
      target={target}
      others={list.browsers.length - 1}
      problem={actionData?.message}
    />
  );
}
