import { findForHolder } from "~/applications/access/find.server";
import { stripInvalidCharacters } from "~/core/text-input";
import { formStatusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { askOtherTime, confirmAppointment } from "./answer.server";
import type { AppointmentAnswer } from "./words";

type Answered = { id: string; answer: AppointmentAnswer; status: number };

/** Handles an appointment form, sent by the page or its script; undefined for anybody but the application's holder. */
export async function handleAppointmentForm(request: Request, of: string, ip: string): Promise<Answered | undefined> {
  const found = await findForHolder(request, of);
  if (!found) return undefined;
  const { id } = found.application;
  const by = { address: ip, holder: found.holder };
  const form = Object.fromEntries(await readForm(request));
  const intent = form.intent === "confirm" ? "confirm" : "other-time";
  const result = intent === "confirm" ? await confirmAppointment(by, id, form) : await askOtherTime(by, id, form);
  if (!result.ok && result.reason === "forbidden") return undefined;
  const appointment = `${form.appointment ?? ""}`;
  const answer: AppointmentAnswer = result.ok
    ? { appointment, intent, done: true, message: "", text: "" }
    : { appointment, intent, done: false, message: result.message, text: stripInvalidCharacters(`${form.text ?? ""}`) };
  return { id, answer, status: formStatusOf(result) };
}
