import type { PassportValues } from "./values";

/** A value that was read from the passport's page, as the review writes it. */
export type SuggestedValue = {
  name: keyof PassportValues;
  label: string;
  text: string;
  /** Its question has an answer already, which is not changed. */
  isAnswered: boolean;
  isChecked: boolean;
};

export type PassportSuggestion = { document: string; values: SuggestedValue[] };

/** The name of the inputs with the names of the chosen values. */
export const chosenValueInput = "passportValue";
