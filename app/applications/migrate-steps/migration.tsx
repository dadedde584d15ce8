import { data, redirect } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/migration";
import { ConfirmMigration, MigrateAll } from "./all";
import { OneApplication } from "./one";
import { migrateOne } from "./one.server";
import { OneResult, RunResult } from "./results";
import { readLatestRun, startMigration } from "./run.server";
import { VerificationResult } from "./verification";
import { verifyMigration } from "./verify.server";

const path = "/admin/migration";

export const meta: Route.MetaFunction = () => [{ title: "Migration · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const run = await readLatestRun();
  const asking = url.searchParams.get("confirm") === "all" && run?.state !== "running";
  return { run, asking, id: url.searchParams.get("id") ?? "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const by = { staff, address: context.get(requestContext).address };
  const form = await readForm(request);
  const id = `${form.get("id") ?? ""}`.trim();
  switch (form.get("intent")) {
    case "migrate-all":
      return form.get("confirmed") === "yes" ? startAll(by) : redirect(`${path}?confirm=all`);
    case "migrate":
      return id === "" ? wrongField("Please enter an application ID") : migrate(by, id);
    case "verify":
      return id === "" ? wrongField("Please enter an application ID to verify") : verify(by, id);
    default:
      throw data(null, 400);
  }
}

type By = Parameters<typeof startMigration>[0];
const nothing = { id: "", fieldError: undefined, problem: undefined, migrated: undefined, verification: undefined };
const forbidden = () => data({ reason: "no-admin" }, 403);

const wrongField = (fieldError: string) => data({ ...nothing, fieldError }, 400);

async function startAll(by: By) {
  const started = await startMigration(by);
  if (started.ok) return redirect(path);
  if (started.reason === "forbidden") throw forbidden();
  return data({ ...nothing, problem: started.message }, statusOf(started));
}

async function migrate(by: By, id: string) {
  const result = await migrateOne(by, { applicationId: id });
  if (result.ok) return data({ ...nothing, id, migrated: result });
  if (result.reason === "forbidden") throw forbidden();
  return data({ ...nothing, id, problem: `Migration failed: ${result.message}` }, 400);
}

async function verify(by: By, id: string) {
  const result = await verifyMigration(by, { applicationId: id });
  if (result.ok) return data({ ...nothing, id, verification: result.verification });
  if (result.reason === "forbidden") throw forbidden();
  return data({ ...nothing, id, problem: `Verification failed: ${result.message}` }, 400);
}

export default function MigrationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { run, asking } = loaderData;
  const { id = loaderData.id, fieldError, problem, migrated, verification } = actionData ?? {};
  const running = run?.state === "running";
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">Migration</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/admin" variant="outline" size="sm">
            Dashboard
          </ButtonLink>
          <ButtonLink to="/admin/applications" variant="outline" size="sm">
            Applications
          </ButtonLink>
        </div>
      </div>
      <p className="mt-2 max-w-2xl text-stone">
        Copies each application’s step answers into the tables that hold one row per application.
      </p>
      {asking ? <ConfirmMigration /> : null}
      {problem ? (
        <Banner tone="error" role="alert" title={problem} className="mt-4">
          {fittingHint(problem)}
        </Banner>
      ) : null}
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
        <MigrateAll running={running} />
        <OneApplication id={id} error={fieldError} />
      </div>
      <Banner tone="info" className="mt-5">
        The migration is safe to run repeatedly. It updates existing rows rather than creating duplicates, and never
        changes the answers themselves.
      </Banner>
      {verification ? <VerificationResult verification={verification} /> : null}
      {migrated ? <OneResult result={migrated} /> : null}
      {run && (running || !migrated) ? <RunResult key={run.id} run={run} /> : null}
    </>
  );
}

function fittingHint(problem: string) {
  if (problem.endsWith("Application not found"))
    return "An application ID looks like 3f0c52d1-7d7e-4c55-9d0e-8b8f0d6f2a11. You’ll find it in the address of the application’s page.";
  if (problem.endsWith("is running")) return "Its progress is shown below.";
  return null;
}
