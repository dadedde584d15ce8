import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";

/** The cases in which an answer is not there although the time that we promised is over (C-MSG-8). */
export const hasOverdueAnswer = sql`exists (
  select 1 from case_messages m where m.application_id = ${visaApplications.id}
  and m.side = 'applicant' and m.answered_at is null and m.answer_by < now())`;

export const countOverdueAnswers = () => db.$count(visaApplications, hasOverdueAnswer);
