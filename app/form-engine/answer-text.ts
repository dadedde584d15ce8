import type { SignedAnswer } from "~/db/schema/applications";
import { notAnswered } from "~/form-engine/not-answered";

/** An answer of a review or a signed record in one text; of a list, a line for each entry. */
export const answerAsText = (answer: SignedAnswer["answer"]): string | null =>
  Array.isArray(answer)
    ? answer.map((entry) => entry.map((part) => part ?? notAnswered).join(" · ")).join("\n")
    : answer;
