import { applicantInfo } from "~/applications/steps/applicant-info";
import type { Metadata } from "~/db/schema/applications";
import { textOf } from "~/form-engine/definition";
import { relevantAnswers } from "~/form-engine/relevance";
import type { PersonName } from "../../../form-engine/names";

export function applicantIn({ step1 }: Metadata): PersonName {
  const { firstName, middleName, lastName, fullNameNativeAlphabet } = relevantAnswers(applicantInfo, step1 ?? {});
  return {
    first: textOf(firstName),
    middle: textOf(middleName),
    last: textOf(lastName),
    native: textOf(fullNameNativeAlphabet) || undefined,
  };
}
