import { Download, FileUp } from "lucide-react";
import { data, Form, redirect } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { beginImport, importMessages, isImportRunning } from "~/clients/import/begin-import.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { FileInput } from "~/ui/forms/file-input";
import { ListTime } from "~/ui/lists/list-table";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { Banner } from "~/ui/notices/banner";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageLink } from "~/ui/page-link";
import { StaffName } from "~/ui/staff-name";
import type { Route } from "./+types/imports";
import { type ListedImport, readImports } from "./read-import.server";
import { StateBadge } from "./state-badge";
import { describeCounts, importPath } from "./texts";

export const meta: Route.MetaFunction = () => [{ title: "Import clients · Lucaya staff" }];

/** `/admin/people/import`: chooses a file, and lists all imports. For super admins; others read why it is closed. */
export async function loader({ request }: Route.LoaderArgs) {
  const { role } = await requireStaff(request);
  if (role !== "super_admin") return data({ imports: null, isRunning: false }, 403);
  const [imports, isRunning] = await Promise.all([readImports(), isImportRunning(db)]);
  return data({ imports, isRunning });
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  if (staff.role !== "super_admin") return data({ problem: importMessages.forbidden }, 403);
  const { address } = context.get(requestContext);
  const file = (await readForm(request)).get("file");
  const begun = await beginImport(
    { staff, address },
    file instanceof File && file.size + file.name.length > 0 ? file : null,
  );
  if (begun.ok) throw redirect(importPath(begun.id));
  return data({ problem: begun.message }, statusOf(begun));
}

export default function Imports({ loaderData: { imports, isRunning }, actionData }: Route.ComponentProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">Import clients</h1>
        <ButtonLink to="/admin/people" variant="outline" size="sm">
          All people
        </ButtonLink>
      </div>
      {imports === null ? (
        <Banner tone="info" className="mt-5" title="Only super admins import clients.">
          Ask a super admin if you have a list of clients to take over.
        </Banner>
      ) : (
        <>
          <p className="mt-2 max-w-2xl text-stone">
            Take over the clients you already have from a spreadsheet, to be reminded before their visas and permits
            end. You’ll see what would happen before anything is saved.
          </p>
          <ChooseFile isRunning={isRunning} problem={actionData?.problem} />
          <ImportList imports={imports} />
        </>
      )}
    </>
  );
}

function ChooseFile({ isRunning, problem }: { isRunning: boolean; problem: string | undefined }) {
  return (
    <Card padding="sm" className="mt-5 max-w-3xl sm:p-6">
      <section aria-labelledby="choose">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h2 id="choose" className="text-xl">
              Choose a file
            </h2>
            <p className="mt-1 text-stone">
              Your own file works too, as long as its first line names the columns. Leave out passport numbers and
              notes.
            </p>
          </div>
          <a href={importPath("template.csv")} download className="button button-sm button-outline">
            <Download aria-hidden />
            <span>Download the template</span>
          </a>
        </div>
        {isRunning ? (
          <Banner tone="info" className="mt-4" title={runningMessage} />
        ) : (
          <Form method="post" encType="multipart/form-data" noValidate data-keep="no" className="mt-4">
            <Field id="file" label="CSV file" hint="Up to 5 MB and 10,000 lines." error={problem} required size="sm">
              <FileInput
                name="file"
                accept=".csv,.txt,.tsv,text/csv"
                limits="CSV, up to 5 MB"
                maxBytes={5 * 1024 * 1024}
              />
            </Field>
            <SubmitButton busyLabel="Reading…" before={<FileUp aria-hidden />} className="mt-4 max-sm:w-full">
              Read the file
            </SubmitButton>
          </Form>
        )}
      </section>
    </Card>
  );
}

const runningMessage = "Another import is running. Please wait until it is done.";

function ImportList({ imports }: { imports: readonly ListedImport[] }) {
  return (
    <section aria-labelledby="imports" className="mt-8">
      <h2 id="imports" className="text-xl">
        Imports
      </h2>
      {imports.length === 0 ? (
        <div className="mt-3 rounded-xl bg-white shadow-xs ring-1 ring-line">
          <EmptyState title="No imports yet" seed="imports">
            Each import appears here with its numbers, and can be undone for 72 hours.
          </EmptyState>
        </div>
      ) : (
        <div className="mt-3">
          <Table label="Imports, newest first" narrow="rows">
            <thead>
              <Tr>
                <Th>File</Th>
                <Th className="w-72">Clients</Th>
                <Th className="w-32">State</Th>
                <Th className="w-44">By</Th>
                <Th className="w-28">When</Th>
                <Th className="w-20">Actions</Th>
              </Tr>
            </thead>
            <tbody>
              {imports.map((run) => (
                <Tr key={run.id}>
                  <Td at="title" title={run.fileName}>
                    <bdi className="block truncate font-medium">{run.fileName}</bdi>
                    <span className="block truncate text-xs text-stone md:hidden">{describeCounts(run)}</span>
                  </Td>
                  <Td className="max-md:hidden">{describeCounts(run)}</Td>
                  <Td at="mark">
                    <StateBadge state={run.state} />
                  </Td>
                  <Td className="max-lg:hidden">
                    <StaffName name={run.madeByName} email={run.madeBy} />
                  </Td>
                  <Td at="end">
                    <ListTime at={run.createdAt} />
                  </Td>
                  <Td at="link">
                    <PageLink to={importPath(run.id)} data-row={run.id} className="row-link">
                      View<span className="sr-only"> {run.fileName}</span>
                    </PageLink>
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </section>
  );
}
