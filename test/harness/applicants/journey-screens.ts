import { expect } from "vitest";
import { type EntryField, type Field, fieldsOf } from "../../../app/form-engine/definition";
import { readSigned } from "../encryption/stored-answers";
import { formIn, unescaped } from "../form-fields";
import { type Journey, review } from "./journey";
import type { Expected } from "./journey-model";

/** The last page of a step: values and labels of its inputs, and the readings below them by input id. */
type Screen = { boxes: URLSearchParams; choices: Map<string, string>; readings: Map<string, string> };

/** The pages of all steps before the review. */
export async function screensOf(m: Expected, r: Journey): Promise<Map<string, Screen>> {
  const screens = new Map<string, Screen>();
  for (const { code } of m.steps) {
    if (code === review.code) continue;
    const html = await r.page(code);
    const lines = html.matchAll(/<p id="([\w-]+)-reading"[^>]*>([^<]*)</g);
    const readings = new Map([...lines].map(([, id = "", text = ""]) => [id, unescaped(text)]));
    screens.set(code, { boxes: formIn(html), choices: choicesIn(html), readings });
  }
  return screens;
}

/** The selected label of each select, by name; none for the empty option. */
const choicesIn = (html: string) =>
  new Map(
    [...html.matchAll(/<select\b[^>]* name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g)].flatMap(
      ([, name = "", options = ""]): [string, string][] => {
        const [, text = ""] = /<option\b(?=[^>]* selected)(?![^>]* value="")[^>]*>([^<]*)</.exec(options) ?? [];
        return text ? [[unescaped(name), unescaped(text)]] : [];
      },
    ),
  );

const kinds = new Set<Field["kind"]>(["text", "textarea", "email", "phone", "number", "date", "country"]);

/** [N-NUM-7] What was last shown below an input, or otherwise in it, is what was signed. */
export async function expectSignedAsShown(m: Expected, r: Journey, screens: Map<string, Screen>): Promise<void> {
  const signed = await readSigned(r.app, r.id);
  for (const step of m.steps) {
    const screen = screens.get(step.code);
    const answers = signed?.find(({ code }) => code === step.code)?.answers ?? [];
    if (!screen) continue;
    const shownOf = ({ kind }: Field | EntryField, name: string) => {
      const reading = screen.readings.get(name.replaceAll(/[[\].]+/g, "-"));
      if (kind === "country") return screen.choices.get(name) ?? null;
      return (kind === "date" ? reading : reading || screen.boxes.get(name)) || null;
    };
    for (const field of fieldsOf(step)) {
      const answer = answers.find(({ name }) => name === field.name)?.answer;
      if (answer === undefined || (field.kind === "number" && field.compute)) continue;
      if (kinds.has(field.kind)) expect([field.name, answer]).toEqual([field.name, shownOf(field, field.name)]);
      if (field.kind !== "list" || !Array.isArray(answer)) continue;
      for (const [position, entry] of answer.entries())
        for (const [index, part] of field.fields.entries()) {
          const name = `${field.name}[${position}].${part.name}`;
          if (kinds.has(part.kind)) expect([name, entry[index]]).toEqual([name, shownOf(part, name)]);
        }
    }
  }
}
