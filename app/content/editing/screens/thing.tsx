import { data, Form, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { type Notice, readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { readForm } from "~/bodies/read-form.server";
import { visitContext } from "~/ground/visit";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Banner } from "~/ui/notices/banner";
import { findKind } from "../kinds.server";
import { type EditorView, readEditor } from "../read-editor.server";
import { answerEditor } from "../request.server";
import type { Route } from "./+types/thing";
import { Editor } from "./editor";
import { History } from "./history";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.view.title ?? "Content"} · Lucaya staff` }];
}

function kindOf(name: string) {
  const kind = findKind(name);
  if (!kind) throw data({ reason: "no-content" }, 404);
  return kind;
}

const said: Partial<Record<Notice, (number: number) => string>> = {
  "content-saved": (number) => `Version ${number} is saved as a draft. Visitors do not see it yet.`,
  "content-published": (number) => `Version ${number} is public.`,
  "content-scheduled": (number) => `Version ${number} is scheduled.`,
  "content-called-off": () => "The schedule is called off. The version is a draft again.",
  "content-restored": (number) => `Version ${number} has the older content. Look at it, and publish it.`,
};

/** `/admin/content/{kind}`: what the owner edits, its schedule and its history. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const view = await readEditor(staff, kindOf(params.kind));
  const { notice, counts, headers } = readFlash(request);
  const words = notice && said[notice]?.(counts[0] ?? 0);
  return data({ view, notice: words ?? null }, { headers });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const by = { staff, address: visit.address, browser: visit.browser, attempt: form.get("attempt") };
  return answerEditor(by, kindOf(params.kind), form, visit);
}

/** After every POST, even a refused one: what somebody else changed has to be shown as it is now. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === "POST" || defaultShouldRevalidate;
}

export default function Thing({ loaderData: { view, notice }, actionData }: Route.ComponentProps) {
  const sent = actionData && "sent" in actionData ? actionData.sent : undefined;
  return (
    <div className="max-w-6xl">
      <p className="text-sm">
        <Link to="/admin/content" className="rounded-xs font-semibold text-sea-ink hover:underline">
          Content
        </Link>
      </p>
      <h1 className="mt-1 text-3xl">{view.title}</h1>
      <p className="mt-1 max-w-2xl text-stone">{view.about}</p>
      {view.see.map(({ kind, words }) => (
        <p key={kind} className="mt-1">
          <Link to={`/admin/content/${kind}`} className="rounded-xs font-semibold text-sea-ink hover:underline">
            {words}
          </Link>
        </p>
      ))}
      {notice && !sent ? (
        <Banner tone="success" role="status" className="mt-4">
          {notice}
        </Banner>
      ) : null}
      <State view={view} />
      <div className="mt-6">
        {view.mayChange ? <Editor key={view.base} view={view} sent={sent} /> : <Shown view={view} />}
      </div>
      <History versions={view.history} mayChange={view.mayChange} />
    </div>
  );
}

/** What waits to become public. */
function State({ view: { draft, scheduled, previews, mayChange } }: { view: EditorView }) {
  const shownOn = mayChange ? <Previews previews={previews} /> : null;
  const isDraftScheduled = draft?.number === scheduled?.number;
  return (
    <>
      {draft && !isDraftScheduled ? (
        <Banner tone="info" className="mt-4">
          <p>
            {draft.notPublished ? <strong>Not published. {draft.notPublished} </strong> : null}
            Version {draft.number} stands below and is not public. {shownOn}
          </p>
        </Banner>
      ) : null}
      {scheduled ? (
        <Banner
          tone="info"
          className="mt-4"
          action={
            mayChange ? (
              <Form method="post" data-keep="no">
                <input type="hidden" name="number" value={scheduled.number} />
                <Button type="submit" name="intent" value="call-off" variant="outline" size="sm">
                  Call it off
                </Button>
              </Form>
            ) : undefined
          }
        >
          <p>
            Version {scheduled.number} is scheduled for {scheduled.at}, Nassau time. {isDraftScheduled ? shownOn : null}
          </p>
        </Banner>
      ) : null}
    </>
  );
}

function Previews({ previews }: Pick<EditorView, "previews">) {
  if (previews.length === 0) return null;
  return (
    <>
      Preview it on{" "}
      {previews.map(({ name, path }, at) => (
        <span key={path}>
          {at > 0 ? ", " : ""}
          <a href={path} className="font-semibold text-sea-ink underline underline-offset-2">
            {name}
          </a>
        </span>
      ))}
    </>
  );
}

/** For admins who may not change it (O-MAY-2). */
function Shown({ view }: { view: EditorView }) {
  return (
    <>
      <Banner tone="info">Only super admins change this.</Banner>
      {view.groups.map(({ name, fields }) => (
        <Card key={name} className="mt-4">
          <h2 className="text-xl">{name}</h2>
          <dl className="mt-3 divide-y divide-line">
            {fields.map(({ name: of, label, words, instead }) => (
              <div key={of} className="grid gap-x-6 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
                <dt className="text-stone">{label}</dt>
                <dd className="[overflow-wrap:anywhere]">{words || `Empty${instead ? `: ${instead}` : ""}`}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </>
  );
}
