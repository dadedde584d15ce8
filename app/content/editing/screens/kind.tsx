import { data } from "react-router";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { revalidateAfterPost } from "~/core/revalidate";
import { readForm } from "~/request-bodies/read-form.server";
import { findKind } from "../kinds.server";
import { readList } from "../list.server";
import { earlierIn, readEditor } from "../read-editor.server";
import { handleEditorForm } from "../request.server";
import { handleListForm } from "../request-list.server";
import type { Route } from "./+types/kind";
import { ContentEditor } from "./content-editor";
import { List } from "./list";
import { noticeMessage } from "./notice-text";

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.list?.title ?? loaderData?.view?.title ?? "Content";
  return [{ title: `${title} · Lucaya staff` }];
}

function kindOf(name: string) {
  const kind = findKind(name);
  if (!kind || kind.at) throw data({ reason: "no-content" }, 404);
  return kind;
}

/** `/admin/content/{kind}`: the list of a kind's items, or the editor if it has only one. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const kind = kindOf(params.kind);
  const list = kind.many ? await readList(staff, kind, kind.many) : null;
  const view = kind.only === undefined ? null : await readEditor(staff, { kind, key: kind.only }, earlierIn(url));
  const { notice, counts, headers } = readFlash(request);
  return data({ list, view, notice: noticeMessage(notice, counts) }, { headers });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const visit = context.get(requestContext);
  const form = await readForm(request);
  const by = { staff, address: visit.address, browser: visit.browser, attempt: form.get("attempt") };
  const kind = kindOf(params.kind);
  return kind.only === undefined
    ? handleListForm(by, kind, form, visit)
    : handleEditorForm(by, { kind, key: kind.only }, form, visit);
}

export const shouldRevalidate = revalidateAfterPost;

export default function KindScreen({ loaderData: { list, view, notice }, actionData }: Route.ComponentProps) {
  const problem = actionData && "message" in actionData ? actionData.message : null;
  if (list) return <List list={list} notice={notice} problem={problem} />;
  const message = actionData && "notice" in actionData ? actionData.notice : null;
  const sent = actionData && "sent" in actionData ? actionData.sent : undefined;
  return view && <ContentEditor view={view} notice={message ?? notice} sent={sent} />;
}
