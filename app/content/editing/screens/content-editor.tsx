import { Form, Link } from "react-router";
import { ContentTrail } from "~/content/content-trail";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import type { EditorView } from "../read-editor.server";
import type { Sent } from "../request.server";
import { Editor } from "./editor";
import { Extra } from "./extras";
import { History } from "./history";
import { RemovalActions } from "./removal-actions";

type ContentEditorProps = { view: EditorView; notice: string | null; sent: Sent | undefined };

export function ContentEditor({ view, notice, sent }: ContentEditorProps) {
  const removal = sent?.sure === "offline" || sent?.sure === "remove" ? sent.sure : null;
  return (
    <div className="max-w-6xl">
      <ContentTrail further={view.list ? [{ to: `/admin/content/${view.kind}`, label: view.list.title }] : []} />
      <h1 className="mt-1 text-3xl [overflow-wrap:anywhere]">{view.title}</h1>
      <p className="mt-1 max-w-2xl text-stone">{view.about}</p>
      {view.see.map(({ kind, label }) => (
        <p key={kind} className="mt-1">
          <Link
            to={`/admin/content/${kind}`}
            className="inline-flex min-h-6 items-center rounded-xs font-semibold text-sea-ink hover:underline"
          >
            {label}
          </Link>
        </p>
      ))}
      <MessageBanner
        tone="success"
        message={notice && !(sent?.message || sent?.sure) ? notice : null}
        className="mt-4"
      />
      {removal ? <RemovalActions view={view} asked={removal} /> : null}
      <PendingVersions view={view} />
      <div className="mt-6">
        {view.mayChange ? <Editor key={`${view.key} ${view.base}`} view={view} sent={sent} /> : <Shown view={view} />}
      </div>
      {view.mayChange && !removal ? <RemovalActions view={view} /> : null}
      {view.list && view.base === 0 && !view.isPublic ? null : <History view={view} />}
    </div>
  );
}

export function PendingVersions({
  view: { draft, scheduled, previews, mayChange, isOffline, whenOffline },
}: {
  view: EditorView;
}) {
  const shownOn = mayChange ? <Previews previews={previews} /> : null;
  const isDraft = ({ number }: { number: number }) => number === draft?.number;
  return (
    <>
      {draft && !scheduled.some(isDraft) ? (
        <Banner tone="info" className="mt-4">
          <p>
            {draft.notPublished ? <strong>Not published. {draft.notPublished} </strong> : null}
            Version {draft.number} is shown below and isn’t public. {shownOn}
          </p>
        </Banner>
      ) : null}
      {isOffline ? (
        <Banner tone="info" className="mt-4">
          <p>
            <strong>Offline.</strong> {whenOffline ?? "Visitors can’t see it."} Choose <strong>Publish now</strong> to
            bring it back.
          </p>
        </Banner>
      ) : null}
      {scheduled.map((version) => (
        <Banner
          key={version.number}
          tone="info"
          className="mt-4"
          action={
            mayChange ? (
              <Form method="post" data-keep="no">
                <input type="hidden" name="number" value={version.number} />
                <Button type="submit" name="intent" value="call-off" variant="outline" size="sm">
                  Call it off<span className="sr-only"> version {version.number}</span>
                </Button>
              </Form>
            ) : undefined
          }
        >
          <p>
            Version {version.number} is scheduled for {version.at}, Nassau time. {isDraft(version) ? shownOn : null}
          </p>
        </Banner>
      ))}
    </>
  );
}

function Previews({ previews }: Pick<EditorView, "previews">) {
  if (previews.length === 0) return null;
  return (
    <>
      Preview it on{" "}
      {previews.map(({ name, path }, index) => (
        <span key={path}>
          {index > 0 ? ", " : ""}
          <a
            href={path}
            className="inline-flex min-h-6 items-center font-semibold text-sea-ink underline underline-offset-2"
          >
            {name}
          </a>
        </span>
      ))}
    </>
  );
}

/** For admins who may not change it, and for items that can't be edited. */
function Shown({ view }: { view: EditorView }) {
  return (
    <>
      <Banner tone="info">
        {view.leadsTo
          ? `This address now redirects to ${view.leadsTo}, so you can’t edit it here.`
          : "Only super admins change this."}
      </Banner>
      {view.groups.map(({ name, fields }) => (
        <Card key={name} className="mt-4">
          <h2 className="text-xl">{name}</h2>
          <dl className="mt-3 divide-y divide-line">
            {fields.map(({ name: of, label, text, instead }) => (
              <div key={of} className="grid gap-x-6 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
                <dt className="text-stone">{label}</dt>
                <dd className="whitespace-pre-line [overflow-wrap:anywhere]">
                  {text || `Empty${instead ? `: ${instead}` : ""}`}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
      <Extra view={view} />
    </>
  );
}
