import { data, Form, redirect } from "react-router";
import { requireStaff, requireStaffContext, type StaffContext } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { revalidateHeaders } from "~/core/revalidate";
import { typedIn } from "~/core/text-input";
import { nassauZone } from "~/core/time";
import { statusOf } from "~/core/verbs/refused";
import { appointmentKindLabels } from "~/mail/calendar/appointment-words";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/appointments";
import type { AppointmentProblems, AppointmentValues } from "./appointment-fields";
import { AppointmentForm, Which } from "./appointment-form";
import { AppointmentDetails } from "./appointments-section";
import { readAppointmentPage } from "./page.server";
import { cancelAppointment, makeAppointment, moveAppointment } from "./write-appointment.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Appointments of ${loaderData?.number ?? "an application"} · Lucaya staff` },
];

/** `/admin/applications/{id}/appointments`: makes an appointment, or with `?change=` moves or cancels one. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const page = await readAppointmentPage(params.id, url.searchParams.get("change"));
  if (!page) throw redirect(`/admin/applications/${params.id}`);
  const kind = url.searchParams.get("kind") === "interview" ? "interview" : "";
  return { ...page, kind };
}

type Answer = { message: string; problems: AppointmentProblems; values: AppointmentValues };

export async function action({ request, params, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  const input = { ...form, applicationId: params.id };
  const result = await write(form.intent, by, input);
  if (result.ok) throw redirect(`/admin/applications/${params.id}#appointments`, { headers: revalidateHeaders });
  const problems = result.detail ?? {};
  const values = {
    ...typedIn(form, ["kind", "day", "time", "zone", "minutes", "place", "bring", "staffId"]),
    status: form.status === "yes",
  };
  const message = Object.keys(problems).length > 0 ? "" : result.message;
  return data<Answer>({ message, problems, values }, statusOf(result));
}

function write(intent: unknown, by: StaffContext, input: object) {
  switch (intent) {
    case "make":
      return makeAppointment(by, input);
    case "move":
      return moveAppointment(by, input);
    case "cancel":
      return cancelAppointment(by, input);
    default:
      throw data(null, 400);
  }
}

const empty: AppointmentValues = {
  ...{ kind: "", day: "", time: "", zone: nassauZone, minutes: "30", place: "", bring: "", staffId: "", status: true },
};

export default function CaseAppointmentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, isClosed, offersStatus, openItems, changed, kind, attempt, people } = loaderData;
  const stored = changed
    ? { ...changed, minutes: String(changed.minutes), staffId: changed.staffId ?? "", status: false }
    : { ...empty, kind, status: kind === "interview" || openItems === 0 };
  return (
    <CaseSubpage
      id={id}
      number={number}
      title={changed ? `Move or cancel: ${appointmentKindLabels[changed.kind]}` : "Make an appointment"}
      part="#appointments"
    >
      <div>
        {actionData?.message ? <Banner tone="error" role="alert" title={actionData.message} className="mb-6" /> : null}
        {isClosed ? (
          <Banner tone="info" title="This case is closed" className="mb-6">
            You can’t add an interview, and no reminders will be sent.
          </Banner>
        ) : null}
        {changed ? (
          <div className="mb-6 rounded-xl bg-mist px-4 py-3">
            <AppointmentDetails appointment={changed} />
          </div>
        ) : null}
        <AppointmentForm
          key={changed ? `${changed.id} ${changed.sequence}` : "new"}
          values={actionData?.values ?? stored}
          problems={actionData?.problems ?? {}}
          attempt={attempt}
          changed={changed ? { id: changed.id, seen: changed.sequence } : undefined}
          offersStatus={offersStatus && !changed}
          openItems={openItems}
          people={people}
        />
        {changed ? <CancelForm id={changed.id} seen={changed.sequence} attempt={attempt} /> : null}
      </div>
    </CaseSubpage>
  );
}

function CancelForm({ id, seen, attempt }: { id: string; seen: number; attempt: string }) {
  return (
    <section aria-labelledby="cancel" className="mt-8 border-t border-line pt-5">
      <h2 id="cancel" className="text-lg">
        Cancel this appointment
      </h2>
      <p className="mt-1 text-stone">
        The applicant gets one email that removes it from their calendar. The case status stays the same.
      </p>
      <Form method="post" className="mt-3">
        <input type="hidden" name="attempt" value={attempt} />
        <Which id={id} seen={seen} />
        <SubmitButton intent="cancel" variant="danger" size="sm" busyLabel="Canceling…">
          Cancel the appointment
        </SubmitButton>
      </Form>
    </section>
  );
}
