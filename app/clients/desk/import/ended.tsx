import { counted, formatCount } from "~/core/counted";
import { ButtonLink } from "~/ui/button";
import { Fact, Facts } from "~/ui/lists/facts";
import { StatCard } from "~/ui/lists/stat-card";
import { Banner } from "~/ui/notices/banner";
import { Amount, Running } from "~/ui/running/running";
import { useProgress } from "~/ui/running/use-progress";
import { LineList } from "./line-list";
import type { ImportProgress } from "./progress";
import type { ImportPage } from "./read-import.server";
import { importPath } from "./texts";

/** An import that runs, has ended, or is undone. */
export function ImportEnded({ page }: { page: ImportPage }) {
  const path = importPath(page.id);
  const progress = useProgress<ImportProgress>(
    `${path}/progress`,
    page,
    ({ state }) => state === "running" || state === "undoing",
  );
  const { state, total, created, joined, skipped, failed, removed } = progress;
  const done = created + joined + skipped + failed;
  const missing = state === "running" ? 0 : total - done;
  return (
    <>
      <p role="status" className="sr-only">
        {state === "done" ? "The import is done." : state === "undone" ? "The import was undone." : ""}
      </p>
      {state === "running" ? (
        <Running title="Importing clients" to={path} className="mt-5">
          <Amount label="Lines read" done={done} total={total} />
        </Running>
      ) : null}
      {state === "undoing" ? (
        <Running title="Undoing the import" to={path} className="mt-5">
          <Amount label="Clients removed" done={removed} total={Math.max(removed, created + joined)} />
        </Running>
      ) : null}
      {state === "called_off" ? (
        <Banner tone="info" title="This import was canceled" className="mt-5">
          Nothing was imported. The file is deleted.
        </Banner>
      ) : null}
      {state === "undone" ? (
        <Banner tone="info" title="This import was undone" className="mt-5">
          {counted(removed, "client")} removed again.
          {page.left > 0 ? ` ${counted(page.left, "client")} stayed, because somebody had changed them.` : ""}
        </Banner>
      ) : null}
      {state === "done" && missing > 0 ? (
        <Banner tone="error" title="The import ended early" className="mt-5">
          {formatCount(missing)} of {formatCount(total)} lines weren’t read. Choose the same file again: what is here
          already will be skipped.
        </Banner>
      ) : null}
      {state === "called_off" ? null : (
        <>
          <div className="mt-5 grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-4">
            <StatCard label="New people" value={formatCount(created)} />
            <StatCard label="Known people" value={formatCount(joined)} />
            <StatCard label="Skipped" value={formatCount(skipped)} />
            <StatCard label="Lines with errors" value={formatCount(failed)} />
          </div>
          <Facts className="mt-6 grid-cols-1 sm:grid-cols-2 lg:grid-cols-4">
            <Fact label="Legal basis">{page.basis}</Fact>
            <Fact label="Source">{page.source}</Fact>
            <Fact label="Reminders by email">{page.isReminded ? "On" : "Off"}</Fact>
            <Fact label={page.finishedAt ? "Ended" : "Started"}>{page.finishedAt ?? page.startedAt}</Fact>
          </Facts>
        </>
      )}
      {page.undoableUntil && state === "done" ? (
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ButtonLink to={`${path}?confirm=undo`} preventScrollReset variant="outline">
            Undo this import
          </ButtonLink>
          <p className="text-stone">Possible until {page.undoableUntil}.</p>
        </div>
      ) : null}
      <NotImported {...page.notImported} />
    </>
  );
}

function NotImported({ count: all, lines }: ImportPage["notImported"]) {
  if (all === 0) return null;
  return (
    <section aria-labelledby="not-imported" className="mt-8">
      <h2 id="not-imported" className="text-xl">
        Lines that weren’t imported
      </h2>
      <LineList lines={lines} />
      {all > lines.length ? <p className="mt-3 text-stone">And {formatCount(all - lines.length)} more.</p> : null}
    </section>
  );
}
