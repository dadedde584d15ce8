import { ArrowLeft } from "lucide-react";
import { data, redirect } from "react-router";
import { findHeld } from "~/applications/access/find.server";
import { QuietPage } from "~/applications/access/open-views";
import { readForm } from "~/bodies/read-form.server";
import { cleaned } from "~/ground/typed-text";
import { formStatusOf } from "~/ground/verbs/refused";
import { visitContext } from "~/ground/visit";
import { TextLink } from "~/ui/link";
import type { Route } from "./+types/appointments";
import { askOtherTime, confirmAppointment } from "./answer.server";
import { Appointments } from "./appointments-section";
import { readAppointments } from "./read.server";
import type { AppointmentAnswer } from "./words";

export const meta: Route.MetaFunction = () => [
  { title: "Appointments · Visa Application" },
  { name: "robots", content: "noindex" },
];

/** `/apply/{id}/appointments`: where the holder answers appointments; read, the same as on the application's page. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const held = await findHeld(request, params.id);
  const appointments = held ? await readAppointments(held.application.id) : [];
  if (!held || appointments.length === 0) throw redirect(`/apply/${params.id}`);
  return { id: held.application.id, appointments };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const held = await findHeld(request, params.id);
  if (!held) throw redirect(`/apply/${params.id}`);
  const { id } = held.application;
  const by = { address: context.get(visitContext).address, holder: held.holder };
  const form = Object.fromEntries(await readForm(request));
  const intent = form.intent === "confirm" ? "confirm" : "other-time";
  const result = intent === "confirm" ? await confirmAppointment(by, id, form) : await askOtherTime(by, id, form);
  if (!result.ok && result.reason === "forbidden") throw redirect(`/apply/${id}`);
  if (result.ok && form.scripted !== "yes") throw redirect(`/apply/${id}#appointments`);
  const appointment = `${form.appointment ?? ""}`;
  const answer: AppointmentAnswer = result.ok
    ? { appointment, intent, done: true, message: "", text: "" }
    : { appointment, intent, done: false, message: result.message, text: cleaned(`${form.text ?? ""}`) };
  return data(answer, formStatusOf(result));
}

/** Without a connection the page stays as it is, with everything that was typed on it. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = "There is no connection. Nothing was sent: please try again.";
    const answer: AppointmentAnswer = { appointment: "", intent: "confirm", done: false, message, text: "" };
    // A status of failure: otherwise the router reads the page anew, which fails too and takes its place.
    return data(answer, 503);
  }
}

export default function AppointmentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, appointments } = loaderData;
  return (
    <QuietPage title="Appointments">
      <Appointments id={id} appointments={appointments} answer={actionData} headless />
      <TextLink to={`/apply/${id}`} look="standalone" className="mt-10">
        <ArrowLeft aria-hidden className="size-4" /> Back to the application
      </TextLink>
    </QuietPage>
  );
}
