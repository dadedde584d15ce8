import { data } from "react-router";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { revalidateAfterPost } from "~/core/revalidate";
import { readForm } from "~/request-bodies/read-form.server";
import { findThing } from "../kinds.server";
import { earlierIn, readEditor } from "../read-editor.server";
import { handleEditorForm } from "../request.server";
import type { Route } from "./+types/item";
import { ContentEditor } from "./content-editor";
import { noticeMessage } from "./notice-text";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.view.title ?? "Content"} · Lucaya staff` }];
}

const nothing = () => data({ reason: "no-content" }, 404);

function contentRefOf({ kind, key }: Route.LoaderArgs["params"]) {
  const item = findThing(kind, key);
  // A kind with a single item uses the URL of its kind.
  if (!item?.kind.many || item.kind.at) throw nothing();
  return item;
}

/** `/admin/content/{kind}/{key}`: one of many items, its schedule and its history; `new` creates one. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const view = await readEditor(staff, contentRefOf(params), earlierIn(url));
  if (!view) throw nothing();
  const { notice, counts, headers } = readFlash(request);
  return data({ view, notice: noticeMessage(notice, counts) }, { headers });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const visit = context.get(requestContext);
  const form = await readForm(request);
  const by = { staff, address: visit.address, browser: visit.browser, attempt: form.get("attempt") };
  return handleEditorForm(by, contentRefOf(params), form, visit);
}

export const shouldRevalidate = revalidateAfterPost;

export default function ContentItemPage({ loaderData: { view, notice }, actionData }: Route.ComponentProps) {
  const acted = actionData && "notice" in actionData ? actionData : null;
  const shown = acted?.extra ? { ...view, extra: acted.extra } : view;
  return <ContentEditor view={shown} notice={acted?.notice ?? notice} sent={actionData?.sent} />;
}
