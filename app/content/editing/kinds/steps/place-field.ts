import type { Json } from "~/db/schema/content";
import { type ContentField, kept, refused } from "../../fields/fields";
import {
  alwaysShown,
  knownStep,
  knownSteps,
  type Placed,
  review,
  shownCodes,
  titleOf,
  whole,
  withoutIt,
} from "./known";

/** Reads the steps from a configuration's content; unreadable entries are skipped. */
export function placedIn(value: Json | undefined): Placed[] {
  if (!Array.isArray(value)) return whole([]);
  return whole(
    value.flatMap((entry: Json) => {
      if (typeof entry !== "object" || entry === null || !("step" in entry)) return [];
      return typeof entry.step === "string" ? [{ step: entry.step, shown: entry.shown === true }] : [];
    }),
  );
}

/** Inputs in a row: step code, position, visibility. */
const width = 3;

function rowsIn(inputs: readonly string[]) {
  const rows = Array.from({ length: Math.ceil(inputs.length / width) }, (_, index) => {
    const [step = "", place = "", shown = ""] = inputs.slice(index * width, (index + 1) * width);
    return { step: step.trim(), place: place.trim(), shown: shown === "shown" };
  });
  return rows.filter(({ step }) => step !== "");
}

const isPosition = (position: string): boolean => /^\d{1,3}$/.test(position);

/** Which steps are shown, in which order. */
export const placeField: ContentField = {
  ...{ name: "steps", label: "Steps", type: "", group: "Steps and their order" },
  help: "In order of place. Applicants don’t see a hidden step, but its answers are kept.",
  control: {
    as: "steps",
    steps: knownSteps.map(({ code, title }) => ({
      ...{ code, title },
      fixed: code === review ? ("last" as const) : alwaysShown.includes(code) ? ("shown" as const) : null,
    })),
  },
  read(inputs) {
    const rows = rowsIn(inputs);
    const unknown = rows.find(({ step }) => !knownStep(step));
    if (unknown) return refused(`There is no step “${unknown.step.slice(0, 60)}”.`);
    const twice = rows.find(({ step }, index) => rows.findIndex((row) => row.step === step) < index);
    if (twice) return refused(`${titleOf(twice.step)} appears twice. Each step needs its own place.`);
    const without = alwaysShown.find((code) => !rows.some(({ step, shown }) => step === code && shown));
    if (without) return refused(`${titleOf(without)}: ${withoutIt}`);
    const unplaced = rows.find(({ step, place }) => step !== review && !isPosition(place));
    if (unplaced) return refused(`Enter the place of ${titleOf(unplaced.step)} as a number, such as 4.`);
    const inOrder = [...rows].sort((a, b) => Number(a.place) - Number(b.place));
    return kept(whole(inOrder).map(({ step, shown }) => ({ step, shown })));
  },
  typed: (value) =>
    placedIn(value).flatMap(({ step, shown }, index) => [step, String(index + 1), shown ? "shown" : "hidden"]),
  format: (value) => shownCodes(placedIn(value)).map(titleOf).join(", "),
};
