import type { SignedAnswer } from "~/db/schema/applications";
import { notAnswered } from "~/form-engine/not-answered";

/** A list has one line per entry. */
export const answerAsText = (answer: SignedAnswer["answer"]): string | null =>
  Array.isArray(answer)
    ? answer.map((entry) => entry.map((part) => part ?? notAnswered).join(" · ")).join("\n")
    : answer;
