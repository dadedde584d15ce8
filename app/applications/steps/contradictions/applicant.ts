import { applicantInfo } from "~/applications/steps/applicant-info";
import { textOf } from "~/applications/steps/engine/definition";
import { relevantAnswers } from "~/applications/steps/engine/relevance";
import type { Metadata } from "~/db/schema/applications";
import type { PersonName } from "./names";

/** The applicant's name as step 1 has it now, whole or not. */
export function applicantIn({ step1 }: Metadata): PersonName {
  const { firstName, middleName, lastName, fullNameNativeAlphabet } = relevantAnswers(applicantInfo, step1 ?? {});
  return {
    first: textOf(firstName),
    middle: textOf(middleName),
    last: textOf(lastName),
    native: textOf(fullNameNativeAlphabet) || undefined,
  };
}
