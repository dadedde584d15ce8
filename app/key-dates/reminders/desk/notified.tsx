import { ChevronLeft } from "lucide-react";
import { data, Form, redirect } from "react-router";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { typedIn } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { cameByWays } from "~/db/schema/values";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { Banner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import { describeProblem } from "../reminder-words";
import type { Route } from "./+types/notified";
import { type NotifiedProblems, readNotified, recordNotified } from "./record-notified.server";

export const meta: Route.MetaFunction = () => [{ title: "I told them · Lucaya staff" }];

/** `/admin/key-dates/{id}/told`: for a reminder that was not delivered. */
export async function loader({ request, params }: Route.LoaderArgs) {
  await requireStaff(request);
  const told = await readNotified(params.id);
  if (!told) throw data(null, 404);
  return told;
}

type Answer = { message: string; problems: NotifiedProblems; way: string; day: string };

export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const { way, day } = Object.fromEntries(await readForm(request));
  const done = await recordNotified(by, { id: params.id, way, day });
  if (done.ok) throw redirect((await readNotified(params.id))?.of.path ?? "/admin/today");
  const typed = typedIn({ way, day }, ["way", "day"]);
  const problems = done.detail ?? {};
  const message = done.detail ? "" : done.message;
  return data<Answer>({ message, problems, ...typed }, statusOf(done));
}

const ways = cameByWays.map((value) => ({ value, label: value }));

export default function Notified({ loaderData, actionData }: Route.ComponentProps) {
  const { of, sentence, problem, today } = loaderData;
  const answer: Answer | undefined = actionData;
  return (
    <>
      <PageLink
        to={of.path}
        className="-ml-1 inline-flex min-h-6 items-center gap-0.5 rounded-xs text-sm font-semibold text-sea-ink hover:underline"
      >
        <ChevronLeft aria-hidden className="size-4" />
        <bdi>{of.name}</bdi>
      </PageLink>
      <h1 className="text-2xl sm:text-3xl">I told them</h1>
      <p className="mt-1 text-stone">{sentence}</p>
      {answer?.message ? <Banner tone="error" role="alert" title={answer.message} className="mt-4" /> : null}
      {problem ? (
        <>
          <Banner tone="warning" title={describeProblem(problem)} className="mt-4 max-w-2xl">
            Call or write to them, then record it here. Nothing is sent.
          </Banner>
          <Form method="post" noValidate className="mt-5 grid max-w-md gap-4">
            <Field id="way" label="Channel" size="sm" required error={answer?.problems.way}>
              <Select name="way" size="sm" defaultValue={answer?.way ?? "Phone"} options={ways} />
            </Field>
            <Field id="day" label="Date" size="sm" required error={answer?.problems.day}>
              <DateInput name="day" size="sm" max={today} defaultValue={answer?.day ?? today} />
            </Field>
            <SubmitButton busyLabel="Saving…" className="justify-self-start">
              Record that I told them
            </SubmitButton>
          </Form>
        </>
      ) : (
        <p className="mt-4">No reminder of this date is waiting for you to tell them.</p>
      )}
    </>
  );
}
