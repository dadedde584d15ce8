import { data, redirect } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { BackToApplication, QuietPage, quietMeta } from "~/applications/access/quiet-page";
import { requestContext } from "~/core/request-context";
import type { Route } from "./+types/appointments";
import { handleAppointmentForm } from "./answer-form.server";
import { Appointments } from "./appointments-section";
import { readAppointments } from "./read.server";

export const meta: Route.MetaFunction = () => quietMeta("Appointments");

/** `/apply/{id}/appointments`: where the holder answers appointments; the application's page shows the same data. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findForHolder(request, params.id);
  const appointments = found ? await readAppointments(found.application.id) : [];
  if (!found || appointments.length === 0) throw redirect(`/apply/${params.id}`);
  return { id: found.application.id, appointments };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const answered = await handleAppointmentForm(request, params.id, context.get(requestContext).address);
  if (!answered) throw redirect(`/apply/${params.id}`);
  const { id, answer, status } = answered;
  if (answer.done) throw redirect(`/apply/${id}#appointments`);
  return data(answer, status);
}

export default function AppointmentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, appointments } = loaderData;
  return (
    <QuietPage title="Appointments">
      <Appointments id={id} appointments={appointments} answer={actionData} headless />
      <BackToApplication id={id} className="mt-10" />
    </QuietPage>
  );
}
