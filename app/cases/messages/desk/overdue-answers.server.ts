import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";

/** Cases with an unanswered message past the time that we promised. */
export const hasOverdueAnswer = sql`exists (
  select 1 from case_messages m where m.application_id = ${visaApplications.id}
  and m.side = 'applicant' and m.answered_at is null and m.answer_by < now())`;

export const countOverdueAnswers = () => db.$count(visaApplications, hasOverdueAnswer);
