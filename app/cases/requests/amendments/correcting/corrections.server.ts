import { eq } from "drizzle-orm";
import { applicantIn } from "~/applications/steps/contradictions/applicant";
import { metadataKey, stepByCode } from "~/applications/steps/registry";
import { storedAnswers } from "~/applications/stored-answers/answers.server";
import { countryNames } from "~/core/countries.server";
import type { Queryable } from "~/db/client.server";
import { type Metadata, visaApplications } from "~/db/schema/applications";
import type { caseRequestItems } from "~/db/schema/case";
import { todayAround } from "~/form-engine/validate";
import { type Checked, type Correction, correctionOf } from "./correction";

export async function answersInForce(applicationId: string, from: Queryable): Promise<Metadata> {
  const { id, metadata } = visaApplications;
  const [row] = await from.select({ id, metadata }).from(visaApplications).where(eq(id, applicationId));
  return row ? storedAnswers(row, from) : {};
}

type Item = Pick<typeof caseRequestItems.$inferSelect, "stepCode" | "questions">;

export function correctionIn(item: Item, answers: Metadata): Correction | undefined {
  const step = stepByCode(item.stepCode ?? "");
  return step && correctionOf(item, answers[metadataKey(step)] ?? {});
}

export const checkedBy = (answers: Metadata): Checked => ({
  today: todayAround(),
  countries: countryNames,
  applicant: () => applicantIn(answers),
});
