import { applicantInfo } from "~/applications/steps/applicant-info";
import { passportInfo } from "~/applications/steps/passport-info";
import type { Answers, StepDefinition } from "~/form-engine/definition";

type ComparedAnswer = { step: StepDefinition; name: string; answer: (stored: Answers) => unknown };

const of = <A extends object>(step: StepDefinition<A>, ...names: (keyof A & string)[]): readonly ComparedAnswer[] =>
  names.map((name) => ({ step, name, answer: (stored) => step.read(stored)[name] }));

/**
 * The answers that are compared with the passport's photo page, by the key of their contradiction, the one to check
 * first in front. Only the server knows what the page says, so it finds these contradictions
 * (`passport/compare.server.ts`).
 */
export const comparedWithPage = {
  pageName: of(applicantInfo, "lastName", "firstName", "middleName"),
  pageDateOfBirth: of(applicantInfo, "dateOfBirth"),
  pageNumber: of(passportInfo, "passportNumber"),
  pageNationality: of(passportInfo, "nationalityCountry"),
  pageIssuingCountry: of(passportInfo, "issuingCountry"),
  pageExpirationDate: of(passportInfo, "expirationDate"),
} as const;
export type PageKey = keyof typeof comparedWithPage;

const byKey = new Map<string, readonly ComparedAnswer[]>(Object.entries(comparedWithPage));
export const answersComparedAs = (key: string): readonly ComparedAnswer[] => byKey.get(key) ?? [];
