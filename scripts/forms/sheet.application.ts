import { standardSteps } from "../../app/applications/steps/registry";
import type { StepDefinition } from "../../app/form-engine/definition";
import { type Blank, type Block, heading, type Sheet } from "./sheet";

type Field = StepDefinition["sections"][number]["fields"][number];

/** A question of the online form as a blank to write on; undefined for a computed answer. */
function blankOf(field: Field): Blank | undefined {
  if ("compute" in field) return undefined;
  const { label } = field;
  // An example in another script is left out: the fonts are Latin.
  const hint = /[\u0250-\u1fff\u2070-\uffff]/.test(field.hint ?? "") ? undefined : field.hint;
  if (field.kind === "choice") return { label, hint, wide: true, choices: field.options.map((option) => option.label) };
  if (field.kind === "yesno") return { label, hint, wide: true, choices: ["Yes", "No"] };
  if (field.kind === "tick" || field.kind === "file" || field.kind === "statuses") return undefined;
  return { label, hint, wide: field.kind === "textarea" || field.kind === "list" };
}

function blocksOf(step: StepDefinition): Block[] {
  return step.sections.flatMap(({ title, fields }) => {
    const found = fields.map(blankOf).filter((blank) => blank !== undefined);
    const name = title && title !== step.title ? `${step.title}: ${title}` : step.title;
    return found.length > 0 ? [heading(name), { kind: "blanks" as const, blanks: found }] : [];
  });
}

/** From the same definitions as the online form. */
export const applicationSheet: Sheet = {
  title: "Visa Application Worksheet",
  eyebrow: "Bahamas · All visas · Worksheet",
  lead: "The questions from our online application, on paper. Collect your answers at your own pace, then type them in. Or bring this page to the office and we’ll enter them for you.",
  blocks: standardSteps.filter(({ code }) => code !== "review_certification").flatMap(blocksOf),
};
