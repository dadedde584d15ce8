import { randomUUID } from "node:crypto";
import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { safeRedirectPath } from "~/accounts/sign-in/safe-redirect";
import { requireStaff, type StaffContext } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { requestContext } from "~/core/request-context";
import { maxTaskNote, maxTaskTitle } from "~/core/tasks/task-events";
import { stripInvalidCharacters } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { DateInput } from "~/ui/forms/date-input";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/tasks";
import { readTaskPage } from "./read-task-page.server";
import { setTaskDone } from "./set-task-done.server";
import type { TickResult } from "./task-tick";
import { addTask, changeTask, deleteTask, type TaskProblems } from "./write-task.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Tasks of ${loaderData?.number ?? "an application"} · Lucaya staff` },
];

/** `/admin/applications/{id}/tasks`: adds a task, or with `?change=` changes or removes one. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const page = await readTaskPage(params.id, url.searchParams.get("change"));
  if (!page) throw redirect(`/admin/applications/${params.id}`);
  return { ...page, attempt: randomUUID() };
}

type Values = { title: string; note: string; dueOn: string };
type WriteResult = { message: string; problems: TaskProblems; values: Values };

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address, browser } = context.get(requestContext);
  const by = { staff, address, browser };
  const form = Object.fromEntries(await readForm(request));
  const input = { ...form, applicationId: params.id };
  if (form.intent === "tick" || form.intent === "open") return tick(by, form, input);
  const result = await write(form.intent, by, input);
  if (result.ok) throw redirect(`/admin/applications/${params.id}#tasks`, { headers: revalidateHeaders });
  const problems = result.detail ?? {};
  const text = (name: string) => stripInvalidCharacters(`${form[name] ?? ""}`);
  const values = { title: text("title"), note: text("note"), dueOn: text("dueOn") };
  const message = Object.keys(problems).length > 0 ? "" : result.message;
  return data<WriteResult>({ message, problems, values }, statusOf(result));
}

/** With a script it responds in place; without, it returns to the page that was pressed on. */
async function tick(by: StaffContext, form: Record<string, FormDataEntryValue>, input: object) {
  const result = await setTaskDone(by, input, form.intent === "tick");
  const isQuiet = form.quiet === "yes";
  if (result.ok && !isQuiet) throw redirect(safeRedirectPath(`${form.back ?? ""}`));
  const problem = result.ok ? null : result.message;
  if (isQuiet) return data<TickResult>({ problem }, result.ok ? 200 : statusOf(result));
  const values = { title: "", note: "", dueOn: "" };
  return data<WriteResult>({ message: problem ?? "", problems: {}, values }, result.ok ? 200 : statusOf(result));
}

function write(intent: unknown, by: StaffContext, input: object) {
  switch (intent) {
    case "add":
      return addTask(by, input);
    case "change":
      return changeTask(by, input);
    case "remove":
      return deleteTask(by, input);
    default:
      throw data(null, 400);
  }
}

/** Forces a reload of the case: its URL differs only in the hash, so the router would skip the loader. */
const revalidateHeaders = { "X-Remix-Revalidate": "yes" };

/** Also after a refused POST: the form contains the version that it was made from. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod === "POST" || defaultShouldRevalidate;
}

const empty: Values = { title: "", note: "", dueOn: "" };

export default function CaseTasksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, changed, isClosed, isGone } = loaderData;
  const result = actionData && "values" in actionData ? actionData : null;
  const message = result?.message || (isGone ? "This task is done, or it no longer exists." : null);
  return (
    <CaseSubpage id={id} number={number} title={changed ? "Edit a task" : "Add a task"} part="#tasks">
      <div>
        {message ? (
          <Banner tone="error" role="alert" title={message} className="mb-6">
            {changed ? <Stored {...changed} /> : null}
          </Banner>
        ) : null}
        {isClosed && !message ? (
          <Banner tone="info" title="Tasks are closed with the case" className="mb-6">
            Change its status first.
          </Banner>
        ) : null}
        <TaskForm
          key={changed?.id ?? "new"}
          {...loaderData}
          values={result?.values ?? changed ?? empty}
          problems={result?.problems ?? {}}
        />
      </div>
    </CaseSubpage>
  );
}

type Changed = NonNullable<Route.ComponentProps["loaderData"]["changed"]>;

/** What is stored, next to what was typed: saving again replaces it. */
function Stored({ title, note, due }: Changed) {
  return (
    <>
      <span dir="auto" className="block font-semibold wrap-anywhere">
        {title}
      </span>
      {note ? (
        <span dir="auto" className="block whitespace-pre-line wrap-anywhere">
          {note}
        </span>
      ) : null}
      <span className="block">{due ? `Due ${due}` : "No due date"}</span>
    </>
  );
}

type TaskFormProps = Pick<Route.ComponentProps["loaderData"], "changed" | "today" | "attempt"> & {
  values: Values;
  problems: TaskProblems;
};

function TaskForm({ changed, today, attempt, values, problems }: TaskFormProps) {
  const { formMethod, formData } = useNavigation();
  const busy = formMethod === "POST" ? formData?.get("intent") : null;
  const errors = Object.entries(problems).flatMap(([id, message]) => (message ? [{ id, message }] : []));
  return (
    <>
      <ErrorSummary title="Please fix the highlighted fields." errors={errors} className="mb-6" />
      <Form method="post" noValidate data-keep={changed ? `task-${changed.id}` : "new-task"} className="grid gap-5">
        {changed ? (
          <>
            <input type="hidden" name="task" value={changed.id} />
            <input type="hidden" name="revision" value={changed.revision} />
            <input type="hidden" name="seenDay" value={changed.dueOn} />
          </>
        ) : (
          <input type="hidden" name="attempt" value={attempt} />
        )}
        <Field id="title" label="What has to be done" error={problems.title} required size="sm">
          <Input
            name="title"
            size="sm"
            maxLength={maxTaskTitle}
            defaultValue={values.title}
            dir="auto"
            autoComplete="off"
          />
        </Field>
        <Field id="note" label="Note" mark="optional" error={problems.note} size="sm">
          <Textarea name="note" size="sm" rows={3} maxLength={maxTaskNote} defaultValue={values.note} dir="auto" />
        </Field>
        <Field
          id="dueOn"
          label="Due date"
          mark="optional"
          hint={changed?.follows ? `Now ${changed.follows}. A date that you enter replaces this.` : undefined}
          error={problems.dueOn}
          size="sm"
          className="max-w-xs"
        >
          <DateInput name="dueOn" size="sm" min={today} defaultValue={values.dueOn} autoComplete="off" />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            name="intent"
            value={changed ? "change" : "add"}
            busy={busy === "change" || busy === "add"}
          >
            {changed ? "Save task" : "Add task"}
          </Button>
          {changed ? (
            <Button type="submit" name="intent" value="remove" variant="outline" busy={busy === "remove"}>
              Remove task
            </Button>
          ) : null}
        </div>
      </Form>
    </>
  );
}
