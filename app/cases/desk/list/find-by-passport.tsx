import { data, Form, useNavigation } from "react-router";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { headsOf } from "~/core/lists/heads";
import { formStatusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { EmptyState } from "~/ui/notices/empty-state";
import type { Route } from "./+types/find-by-passport";
import { ApplicationTable } from "./columns";
import { columns } from "./columns.server";
import { findByPassport } from "./find-by-passport.server";

export const meta: Route.MetaFunction = () => [{ title: "Find by passport number · Lucaya staff" }];

export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request);
  return { heads: headsOf(columns) };
}

/** A POST, so that no URL contains the number. */
export async function action({ request, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = await readForm(request);
  const rawNumber = form.get("number");
  const number = typeof rawNumber === "string" ? rawNumber : "";
  const result = await findByPassport(by, { number });
  if (!result.ok) return data({ number, problem: result.message, rows: null }, formStatusOf(result));
  return { number, problem: "", rows: result.rows };
}

export default function FindByPassport({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  const rows = actionData?.rows;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">Find by passport number</h1>
        <ButtonLink to="/admin/applications" variant="outline" size="sm">
          All applications
        </ButtonLink>
      </div>
      <Form
        method="post"
        replace
        data-keep="no"
        className="mt-5 flex flex-wrap items-end gap-x-3 gap-y-4 rounded-xl bg-white p-5 shadow-xs ring-1 ring-line"
      >
        <Field
          id="number"
          label="Passport number"
          hint="Enter the whole number: because numbers are stored encrypted, you can’t search for part of one. Spaces, hyphens and capitals don’t matter."
          error={actionData?.problem || undefined}
          className="w-full sm:w-112"
        >
          <Input
            name="number"
            required
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={actionData?.number}
            className="font-mono"
          />
        </Field>
        <Button type="submit" busy={navigation.formMethod === "POST"} busyLabel="Searching…">
          Find
        </Button>
      </Form>
      {rows ? (
        <section aria-labelledby="found" className="mt-6">
          <div role="status">
            <h2 id="found" className="text-xl">
              {rows.length === 0
                ? "Nothing found"
                : rows.length === 1
                  ? "1 application"
                  : `${rows.length} applications`}
            </h2>
          </div>
          <div className="mt-3">
            {rows.length > 0 ? (
              <ApplicationTable rows={rows} heads={loaderData.heads} search="" />
            ) : (
              <div className="rounded-xl bg-white shadow-xs ring-1 ring-line">
                <EmptyState title="No application has this passport number" seed="passport">
                  Check it against the passport: O and 0, and I and 1, are different. Drafts appear here once their
                  passport step has been saved.
                </EmptyState>
              </div>
            )}
          </div>
        </section>
      ) : null}
    </>
  );
}
