import { Form } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Badge, type BadgeTone } from "~/ui/lists/badge";
import { Pagination } from "~/ui/lists/pagination";
import { StaffName } from "~/ui/staff-name";
import type { VersionState, VersionView } from "../history/history.server";
import type { Part } from "../history/word-diff";
import type { EditorView } from "../read-editor.server";

const looks: Record<VersionState, { tone: BadgeTone; label: string }> = {
  draft: { tone: "yellow", label: "Draft" },
  scheduled: { tone: "blue", label: "Scheduled" },
  published: { tone: "green", label: "Published" },
  replaced: { tone: "gray", label: "Replaced" },
  offline: { tone: "gray", label: "Taken offline" },
};

export function History({ view }: { view: EditorView }) {
  const { history: versions, historyPages: pages, base, mayChange } = view;
  return (
    <section aria-labelledby="history" className="mt-10">
      <h2 id="history" className="text-xl">
        History
      </h2>
      {versions.length === 0 ? (
        <p className="mt-2 text-stone">
          {view.isForStaff ? "No versions yet." : "No versions yet: visitors see the original content."} Your first save
          creates one.
        </p>
      ) : (
        <ol className="mt-3 grid gap-3">
          {versions.map((version) => (
            <Entry key={version.number} version={version} isNewest={version.number === base} mayChange={mayChange} />
          ))}
        </ol>
      )}
      <Pagination
        label="History"
        previous={pages.isNewest ? undefined : `${pages.screen}#history`}
        previousLabel="Newest versions"
        next={pages.older === null ? undefined : `${pages.screen}?earlier=${pages.older}#history`}
        nextLabel="Earlier versions"
        className="mt-4"
      />
    </section>
  );
}

type EntryProps = { version: VersionView; isNewest: boolean; mayChange: boolean };

function Entry({ version, isNewest, mayChange }: EntryProps) {
  const { number, by, byEmail, at, state, when, restoredFrom, notPublished, changes, preview } = version;
  const { tone, label: words } = looks[state];
  return (
    <li id={`version-${number}`} className="scroll-mt-20 rounded-xl border border-line bg-white px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-sans text-base font-semibold tracking-normal">Version {number}</h3>
        <Badge tone={tone}>{words}</Badge>
        <p className="text-xs text-stone">
          <bdi>
            <StaffName name={by} email={byEmail} />
          </bdi>
          , {at}
          {state === "scheduled" ? `, for ${when}` : when ? `, published ${when}` : ""}
          {restoredFrom === null ? "" : `, with the content of version ${restoredFrom}`}
        </p>
      </div>
      {notPublished ? <p className="mt-1 font-semibold text-error">Not published. {notPublished}</p> : null}
      {changes.length > 0 ? (
        <dl className="mt-2 grid gap-1.5">
          {changes.map(({ label, parts }) => (
            <div key={label} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <dt className="text-stone">{label}</dt>
              <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                <Parts parts={parts} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {mayChange ? (
        <div className="mt-3 flex flex-wrap gap-3">
          {preview ? (
            <ButtonLink to={preview} variant="outline" size="sm" reloadDocument>
              Preview<span className="sr-only"> version {number}</span>
            </ButtonLink>
          ) : null}
          {isNewest ? null : (
            <Form method="post" data-keep="no">
              <input type="hidden" name="number" value={number} />
              <Button type="submit" name="intent" value="restore" variant="outline" size="sm">
                Restore<span className="sr-only"> version {number}</span>
              </Button>
            </Form>
          )}
        </div>
      ) : null}
    </li>
  );
}

function Parts({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ is, words }, index) => {
    const key = `${index} ${is}`;
    if (is === "gone")
      return (
        <del key={key} className="bg-error-ground text-error-deep">
          {words}
        </del>
      );
    if (is === "new")
      return (
        <ins key={key} className="bg-[#dcf2e5] text-[#1a6b43]">
          {words}
        </ins>
      );
    return <span key={key}>{words}</span>;
  });
}
