import { data, Form, Link, redirect } from "react-router";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { ContentTrail } from "~/content/content-trail";
import { counted } from "~/core/counted";
import { revalidateAfterPost } from "~/core/revalidate";
import { nassauTime } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { orEmpty } from "~/db/failure.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Badge } from "~/ui/lists/badge";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { QuestionDialog } from "~/ui/notices/question-dialog";
import { Amount, Running } from "~/ui/running/running";
import { useProgress } from "~/ui/running/use-progress";
import type { Route } from "./+types/links";
import { listBroken } from "./broken-links.server";
import { type CheckProgress, checkNow, readChecks } from "./check-links.server";
import { deleteUnused, listUnused, type UnusedFile } from "./unused-files.server";

const path = "/admin/content/links";
const mostShown = 200;

export const meta: Route.MetaFunction = () => [{ title: "Broken links · Lucaya staff" }];

/** `/admin/content/links`: broken links of public pages, and unused files. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const { role } = await requireStaff(request);
  const [{ count, rows }, { last, current, hasFailed }, files] = await Promise.all([
    listBroken({ limit: mostShown, offset: 0 }),
    readChecks(),
    orEmpty("the unused files", listUnused(), []),
  ]);
  const { notice, headers } = readFlash(request);
  const shownNotice = notice === "links-checking" || notice === "file-deleted" ? notice : null;
  const deleting = files.find(({ key }) => key === url.searchParams.get("delete")) ?? null;
  const checked = last?.endedAt ? `${nassauTime(last.endedAt)}, ${counted(last.pages ?? 0, "page")}` : null;
  const broken = rows.map(({ since, ...row }) => ({ ...row, since: nassauTime(since) }));
  const mayDelete = role === "super_admin";
  return data(
    { count, broken, checked, current, hasFailed, files, deleting, mayDelete, notice: shownNotice },
    { headers },
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  const deletes = form.intent === "delete";
  if (!deletes && form.intent !== "check") throw data(null, { status: 400 });
  const result = await (deletes ? deleteUnused(by, form) : checkNow(by));
  if (!result.ok) return data({ problem: result.message }, statusOf(result));
  throw redirect(path, { headers: { "Set-Cookie": flash(deletes ? "file-deleted" : "links-checking") } });
}

export const shouldRevalidate = revalidateAfterPost;

const noticeTexts = {
  "links-checking": "Check started. It takes about a minute.",
  "file-deleted": "The file was deleted.",
};

export default function Links({ loaderData, actionData }: Route.ComponentProps) {
  const { count, broken, checked, hasFailed, files, deleting, mayDelete, notice } = loaderData;
  const current = useProgress<CheckProgress | null>(`${path}/progress`, loaderData.current, (now) => now !== null);
  return (
    <div className="max-w-5xl">
      <ContentTrail />
      <h1 className="mt-1 text-3xl">Broken links</h1>
      <p className="mt-1 max-w-2xl text-stone">
        Every night we check all public pages and every internal link on them. Links to other sites aren’t checked.
      </p>
      <MessageBanner
        tone="success"
        message={notice && !actionData && (notice !== "links-checking" || current) ? noticeTexts[notice] : null}
        className="mt-4"
      />
      <MessageBanner message={actionData?.problem} className="mt-4" />
      {hasFailed && !current ? (
        <Banner tone="error" title="The last check didn’t finish" className="mt-4">
          {checked ? "The list below is from the previous check. " : null}
          Check again now, or wait for the next nightly check.
        </Banner>
      ) : null}
      {current ? (
        <Running title="Checking the pages…" to={path} className="mt-4">
          <Amount label="Links checked, of those found so far" {...current} />
        </Running>
      ) : null}
      <Form method="post" data-keep="no" className="mt-4 flex flex-wrap items-center gap-3">
        {current ? null : <SubmitButton intent="check">Check now</SubmitButton>}
        <p role="status" className="text-stone">
          {checked ? `Last checked ${checked}` : "Not checked yet"}
        </p>
      </Form>
      <BrokenList count={count} broken={broken} wasChecked={checked !== null} />
      <FileList files={files} mayDelete={mayDelete} />
      {deleting && mayDelete ? <ConfirmDeletion file={deleting} /> : null}
    </div>
  );
}

type Data = Route.ComponentProps["loaderData"];

function BrokenList({ count, broken, wasChecked }: Pick<Data, "count" | "broken"> & { wasChecked: boolean }) {
  return (
    <section aria-labelledby="broken" className="mt-8">
      <h2 id="broken" className="text-xl">
        {count === 0
          ? wasChecked
            ? "No broken links"
            : "Broken links"
          : count === 1
            ? "1 broken link"
            : `${count.toLocaleString("en-US")} broken links`}
      </h2>
      {count === 0 ? (
        <p className="mt-1 text-stone">
          {wasChecked ? "All links work." : "Broken links will appear here after the first check."}
        </p>
      ) : null}
      <ul aria-labelledby="broken" className="mt-3 grid gap-3">
        {broken.map(({ id, page, address, isPicture, words, since }) => (
          <li key={id} className="rounded-xl border border-line bg-white px-4 py-3">
            <p className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
              {isPicture ? <Badge tone="sand">Picture</Badge> : null}
              <bdi className="font-semibold">{words || "Link without text"}</bdi>
              <span className="text-stone">points to {address}</span>
            </p>
            <p className="mt-0.5 text-sm text-stone">
              On{" "}
              <Link
                to={page}
                reloadDocument
                className="rounded-xs [overflow-wrap:anywhere] text-sea-ink underline underline-offset-2"
              >
                {page}
              </Link>{" "}
              since {since}
            </p>
          </li>
        ))}
      </ul>
      {count > broken.length ? <p className="mt-3 text-stone">Showing the oldest {broken.length}.</p> : null}
    </section>
  );
}

const size = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB`;

function FileList({ files, mayDelete }: { files: readonly UnusedFile[]; mayDelete: boolean }) {
  return (
    <section aria-labelledby="files" className="mt-10">
      <h2 id="files" className="text-xl">
        Unused files
      </h2>
      <p className="mt-1 max-w-2xl text-stone">
        {files.length === 0
          ? "Every stored picture and form is in use."
          : "These pictures and forms aren’t used anywhere. They’re kept until a super admin deletes them."}
      </p>
      <ul aria-labelledby="files" className="mt-3 grid gap-3">
        {files.map(({ key, kind, name, bytes, since }) => (
          <li
            key={key}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-white px-4 py-3"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
              <p className="text-xs text-stone">
                {kind}, {size(bytes)}, stored {since}
              </p>
            </div>
            {mayDelete ? (
              <ButtonLink
                to={`${path}?${new URLSearchParams({ delete: key })}`}
                preventScrollReset
                variant="outline"
                size="sm"
              >
                Delete…<span className="sr-only"> {name}</span>
              </ButtonLink>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ConfirmDeletion({ file: { key, name } }: { file: UnusedFile }) {
  return (
    <QuestionDialog
      title="Delete this file?"
      description={
        <>
          <p className="font-medium break-all text-ink">{name}</p>
          <p className="mt-2">This file isn’t used anywhere. You can’t undo this.</p>
        </>
      }
      back={path}
      form={
        <Form method="post" action={path} replace data-keep="no">
          <input type="hidden" name="key" value={key} />
          <SubmitButton intent="delete" variant="danger" busyLabel="Deleting…">
            Delete
          </SubmitButton>
        </Form>
      }
    />
  );
}
