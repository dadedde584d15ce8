import type { AppServer } from "../app-server";
import { applicant, bahamasApplicant, inYears } from "../applicants/applicant";
import { bahamasSteps, startBahamas } from "../applicants/journey-bahamas";
import { form, ticksOf } from "../http-client";
import { askCorrection } from "./asked-correction";
import type { Case } from "./opened-case";

/** A draft of a Bahamas service with every step before the review answered. */
export async function answeredBahamas(app: AppServer): Promise<Case> {
  const draft = await startBahamas(app);
  const own: Record<string, Record<string, string>> = {
    // Another email would request an email change.
    applicant_info: { email: draft.email },
    accommodation: { arrivalDate: inYears(1, "12-01"), intendedLengthOfStayDays: "14" },
    // These need a file.
    criminal_history: { hasCriminalConvictions: "no" },
    bahamas_employment: { employmentLetterLater: "on" },
  };
  for (const { code, title } of bahamasSteps.slice(0, -1)) {
    const answers = { ...bahamasApplicant[title], ...own[code] };
    const { status } = await draft.client.save(draft.id, form(code, title, answers));
    if (status !== 200) throw new Error(`${title} was answered ${status}`);
  }
  return draft;
}

/** The longest kind of case: a submitted Bahamas application. Documents that are missing were asked for by it. */
export async function submittedBahamas(app: AppServer): Promise<Case> {
  const draft = await answeredBahamas(app);
  const { code, title } = bahamasSteps.at(-1) ?? { code: "", title: "" };
  const fields = {
    ...form(code, title, { ...applicant[title] }),
    intent: "submit",
    attempt: crypto.randomUUID(),
  };
  const first = (await draft.client.save(draft.id, fields)).outcome;
  const last =
    first.kind === "contradicted"
      ? (await draft.client.save(draft.id, { ...fields, ...ticksOf(first), revision: String(first.revision) })).outcome
      : first;
  if (last.kind !== "submitted") throw new Error(`It was not submitted: ${JSON.stringify(last)}`);
  return draft;
}

const done = [
  ["document", "Proof of funds", "accepted"],
  ["document", "Return ticket", "accepted"],
  ["question", "Who pays for your stay, and how are you related to that person?", "accepted"],
  ["document", "Invitation letter", "sent"],
  ["question", "Which airline do you arrive with?", "sent"],
  ["document", "Birth certificate", "taken_back"],
] as const;

/** A case in the middle of much work: 5 open items, 6 done ones, messages of both sides, an appointment, a payment. */
export async function busyCase(app: AppServer): Promise<Case> {
  const opened = await submittedBahamas(app);
  const { id } = opened;
  await app.query("delete from case_requests where application_id = $1", [id]);
  const ask = (kind: string, name: string, state: string, reason: string) =>
    app.query(
      `with request as (insert into case_requests (application_id, admin_email, created_at) values ($1, 'staff@lucaya.test', now() - interval '3 days') returning id),
         item as (insert into case_request_items (request_id, application_id, position, kind, name, reason, state, due_on)
           select id, $1, 0, $2::case_item_kind, $3, $5, $4::case_item_state,
             case when $4 = 'open' then current_date + 9 end from request returning id)
       insert into case_item_answers (item_id, application_id, outcome, decided_at)
       select id, $1, case when $4 = 'accepted' then 'accepted' else 'waiting' end::item_answer_outcome,
         case when $4 = 'accepted' then now() - interval '1 day' end
       from item where $4 in ('sent', 'accepted')`,
      [id, kind, name, state, reason],
    );
  for (const [kind, name, state] of done) await ask(kind, name, state, "The authority asks every visitor for it.");
  await ask("document", "Passport copy", "open", "The machine-readable lines were cut off in your first copy.");
  await ask("document", "Police certificate", "open", "It must be younger than six months on the day you travel.");
  await ask("document", "Passport photograph", "open", "The background has to be white, and both ears visible.");
  await ask(
    "question",
    "Where will you stay from December 1 to December 15?",
    "open",
    "You named a host, and no hotel.",
  );
  await askCorrection(app, opened, {
    step: "passport_info",
    name: "Passport Information",
    questions: { passportNumber: "Passport number" },
  });
  for (const [side, body] of [
    ["applicant", "Could you tell me whether the police certificate has to be translated?"],
    ["office", "It does, if it isn’t in English. We know two translators in Nassau and can send you their details."],
    ["applicant", "Thank you. Please send them."],
    ["office", "Here they are: both answer within a day."],
  ])
    await app.query(
      `insert into case_messages (application_id, side, admin_email, body, created_at, read_at)
       values ($1, $2::case_side, case when $2 = 'office' then 'staff@lucaya.test' end, $3, clock_timestamp() - interval '2 days', now())`,
      [id, side, body],
    );
  await app.query(
    `insert into appointments (application_id, kind, day, time, zone, starts_at, minutes, place, bring, admin_email)
     select $1, (enum_range(null::appointment_kind))[1], current_date + 12, '10:30', 'America/Nassau',
       ((current_date + 12) + time '10:30') at time zone 'America/Nassau', 30, 'Department of Immigration, Hawkins Hill, Nassau',
       'Your passport and two photographs', 'staff@lucaya.test'`,
    [id],
  );
  await app.query(
    `insert into application_status_history (application_id, from_status, to_status, message, admin_email, created_at)
     values ($1, 'submitted', 'under_review', 'We have begun to read your application.', 'staff@lucaya.test', now() - interval '4 days'),
       ($1, 'under_review', 'additional_info_required', 'Please send what is listed below.', 'staff@lucaya.test', now() - interval '3 days')`,
    [id],
  );
  await app.query(
    "update visa_applications set status = 'additional_info_required', turn = 'applicant', turn_since = now() - interval '3 days' where id = $1",
    [id],
  );
  return opened;
}
