import { data, Form, redirect, useNavigation } from "react-router";
import { requireSuperAdmin, type StaffContext } from "~/accounts/staff.server";
import { cancelImport, checkImport, type ImportProblems } from "~/clients/import/check-import.server";
import { startImport } from "~/clients/import/start-import.server";
import { undoImport } from "~/clients/import/undo-import.server";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";
import type { Route } from "./+types/import";
import { CheckedImport, type Typed } from "./checked-import";
import { ImportEnded } from "./ended";
import { ConfirmImport, ConfirmUndo } from "./questions";
import { findImport, readImportPage, readUndo } from "./read-import.server";
import { StateBadge } from "./state-badge";
import { importPath } from "./texts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.page.fileName ?? "Import"} · Lucaya staff` },
];

/** `/admin/people/import/{id}`: how its file is read, what would happen, its progress, its end and its undoing. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireSuperAdmin(request);
  const run = await findImport(params.id);
  if (!run) throw redirect(importPath());
  const page = await readImportPage(run);
  const asked = url.searchParams.get("confirm");
  const undo = asked === "undo" && page.undoableUntil ? await readUndo(run.id) : null;
  return { page, undo, isAsking: asked === "import" };
}

type Answer = { problem: string; problems: ImportProblems; typed: Typed | undefined };

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireSuperAdmin(request);
  const { address } = context.get(requestContext);
  const form = await readForm(request);
  const importId = params.id;
  const path = importPath(importId);
  const text = (name: string) => stripInvalidCharacters(`${form.get(name) ?? ""}`);
  const intent = text("intent");
  if (intent === "import" && text("confirmed") !== "yes") throw redirect(`${path}?confirm=import`);
  if (intent === "undo" && text("confirmed") !== "yes") throw redirect(`${path}?confirm=undo`);
  const typed: Typed = {
    ...{ encoding: text("encoding"), separator: form.get("separator") === "\t" ? "\t" : text("separator") },
    ...{ dateFormat: text("dateFormat"), basis: text("basis"), source: text("source") },
    remind: form.get("remind") === "yes",
    columns: form.getAll("column").map(String),
  };
  const result = await write({ staff, address }, intent, {
    ...{ importId, typed },
    all: form.get("all") ?? undefined,
    seen: form.get("seen") ?? undefined,
  });
  if (result.ok) throw redirect(intent === "call-off" ? importPath() : intent === "check" ? `${path}#result` : path);
  if (result.reason === "forbidden") throw data({ reason: "role" }, 403);
  const isChecking = intent === "check";
  return data<Answer>(
    { problem: result.message, problems: result.detail ?? {}, typed: isChecking ? typed : undefined },
    statusOf(result),
  );
}

function write(
  by: StaffContext,
  intent: string,
  { importId, all, seen, typed }: { importId: string; all: unknown; seen: unknown; typed: Typed },
) {
  switch (intent) {
    case "check":
      return checkImport(by, { importId, ...typed, remind: typed.remind ? "yes" : undefined });
    case "import":
      return startImport(by, { importId, seen });
    case "call-off":
      return cancelImport(by, { importId });
    case "undo":
      return undoImport(by, { importId, all });
    default:
      throw data(null, 400);
  }
}

export default function ImportOfClients({ loaderData: { page, undo, isAsking }, actionData }: Route.ComponentProps) {
  const { problem = "", problems = {}, typed } = actionData ?? {};
  const { id, state, file } = page;
  const found = file && "found" in file ? file.found : null;
  return (
    <div className="max-w-5xl">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-3xl [overflow-wrap:anywhere]">
            <bdi>{page.fileName}</bdi>
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-stone">
            <StateBadge state={state} />
            <span>
              Chosen by <StaffName name={page.madeByName} email={page.madeBy} /> on {page.chosenAt}
            </span>
          </p>
        </div>
        <ButtonLink to={importPath()} variant="outline" size="sm">
          All imports
        </ButtonLink>
      </div>
      {problem && Object.keys(problems).length === 0 ? (
        <Banner tone="error" role="alert" title={problem} className="mt-4" />
      ) : null}
      {isAsking && found ? <ConfirmImport page={page} found={found} /> : null}
      {undo ? <ConfirmUndo id={id} undo={undo} /> : null}
      {state === "checked" ? (
        <>
          <CheckedImport page={page} problems={problems} typed={typed} />
          <CallOff />
        </>
      ) : (
        <ImportEnded key={state} page={page} />
      )}
    </div>
  );
}

function CallOff() {
  const busy = useNavigation().formData?.get("intent") === "call-off";
  return (
    <Form method="post" data-keep="no" className="mt-8 border-t border-line pt-5">
      <p className="text-stone">The file is encrypted, and is deleted after 7 days if you don’t import it.</p>
      <button
        type="submit"
        name="intent"
        value="call-off"
        aria-busy={busy || undefined}
        className="button button-sm button-outline mt-3"
      >
        Cancel this import and delete the file
      </button>
    </Form>
  );
}
