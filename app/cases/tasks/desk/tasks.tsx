import { data, Form, redirect } from "react-router";
import { safeRedirectPath } from "~/accounts/sign-in/safe-redirect";
import { requireStaff, requireStaffContext, type StaffContext } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { revalidateAfterPost, revalidateHeaders } from "~/core/revalidate";
import { maxTaskNote, maxTaskTitle } from "~/core/tasks/task-events";
import { typedIn } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
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
  return { ...page, attempt: crypto.randomUUID() };
}

type Values = { title: string; note: string; dueOn: string };
type WriteResult = { message: string; problems: TaskProblems; values: Values };

export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  const input = { ...form, applicationId: params.id };
  if (form.intent === "tick" || form.intent === "open") return tick(by, form, input);
  const result = await write(form.intent, by, input);
  if (result.ok) throw redirect(`/admin/applications/${params.id}#tasks`, { headers: revalidateHeaders });
  const problems = result.detail ?? {};
  const values = typedIn(form, ["title", "note", "dueOn"]);
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
  return data<WriteResult>({ message: problem ?? "", problems: {}, values: empty }, result.ok ? 200 : statusOf(result));
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

export const shouldRevalidate = revalidateAfterPost;

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
          <SubmitButton intent={changed ? "change" : "add"}>{changed ? "Save task" : "Add task"}</SubmitButton>
          {changed ? (
            <SubmitButton intent="remove" variant="outline">
              Remove task
            </SubmitButton>
          ) : null}
        </div>
      </Form>
    </>
  );
}
