import { expect } from "vitest";
import { answersIn } from "../../../app/applications/steps/answers-in";
import { metadataKey } from "../../../app/applications/steps/registry";
import { shownEmail } from "../../../app/core/email/shown-email";
import type { Answers, StepDefinition } from "../../../app/form-engine/definition";
import { type Journey, review } from "../applicants/journey";
import { counted, type Expected, incompleteSteps, shown } from "../applicants/journey-model";
import { expectedRow, rowsOf, stepTable } from "../applicants/journey-rows";
import { readMetadata } from "../encryption/stored-answers";
import { formIn, unescaped } from "../form-fields";

/** Expects that all pages of the application show the expected state, and offer a next step. */
export async function look(m: Expected, r: Journey): Promise<void> {
  const stored = await readMetadata(r.app, r.id);
  const [row] = await r.app.query<{
    revisions: Record<string, number>;
    current: number;
    furthest: number;
    status: string;
    percent: number;
  }>(
    `select revisions, current_step as current, furthest_step as furthest, status, completion_percentage as percent
     from visa_applications where id = $1`,
    [r.id],
  );
  const { status, current, furthest, percent } = m;
  const changed = m.steps.filter(({ code }) => m.revisions[code]);
  const revisions = Object.fromEntries(changed.map((step) => [metadataKey(step), m.revisions[step.code]]));
  const counts = Object.fromEntries(Object.entries(row?.revisions ?? {}).filter(([, count]) => count > 0));
  const { step8: { signatureDate: _, ...signed } = {}, ...metadata } = stored ?? {};
  const { step8 = {}, ...otherSteps } = m.metadata;
  expect({ ...row, revisions: counts, metadata, step8: signed }).toEqual({
    status,
    current,
    furthest,
    percent,
    revisions,
    metadata: otherSteps,
    step8,
  });

  const rows = await rowsOf(r.app, r.id);
  const made = m.steps.filter(({ code }) => m.rows.has(code));
  expect(rows).toEqual(
    Object.fromEntries(
      made.map((step) => [stepTable(step.code), expectedRow(step, m.metadata[metadataKey(step)] ?? {})]),
    ),
  );

  const html = await r.page();
  if (status === "submitted") {
    expect(html).toMatch(/It has been (your|our) turn since/);
    // The case has its own forms; none of the wizard's is left.
    expect(html).not.toContain('name="step"');
    return;
  }
  expect(formIn(html).get("step")).toBe(m.steps[current - 1]?.code);
  // From the first save on, the applicant's page shows the figure that the desk reads.
  if (percent > 0)
    expect(/aria-label="Progress of the application"[^>]* aria-valuenow="(\d+)"/.exec(html)?.[1]).toBe(`${percent}`);
  expect(html).toContain(current === m.steps.length ? "Submit Application" : "Next Step");
  const wrong = new Set(incompleteSteps(m).map(({ code }) => code));
  for (const [index, { code }] of m.steps.slice(0, -1).entries()) {
    const state =
      index + 1 === current
        ? "Current"
        : index >= furthest
          ? "Not started"
          : wrong.has(code)
            ? "Needs attention"
            : "Complete";
    const button = new RegExp(`value="goto:${code}"[\\s\\S]*?</button>`).exec(html)?.[0] ?? "";
    expect([code, / disabled=""/.test(button), />([\w ]+)<\/span><\/button>$/.exec(button)?.[1]]).toEqual([
      code,
      index >= furthest,
      state,
    ]);
  }
  if (furthest === m.steps.length) expectReview(m, await r.page(review.code));
}

/** The review's text of a step: no unset checkbox, and for a file that follows later only its checkbox. */
function answeredFields(step: StepDefinition, answers: Answers) {
  const shownFields = shown(step, answers);
  const isChecked = (name: string) => answers[name] === true && shownFields.some((field) => field.name === name);
  return shownFields.filter((field) => {
    if (field.kind === "file") return !(field.later && isChecked(field.later));
    return field.kind !== "tick" || isChecked(field.name);
  });
}

/** Expects that the review shows every relevant question with its answer, and names what is missing. */
export function expectReview(m: Expected, html: string) {
  // Parsed without a DOM, which would take most of a journey's time.
  const rows = new Map(
    [...html.matchAll(/<div id="(answer-[\w-]+)"[^>]*><dt[^>]*>([\s\S]*?)<\/dt><dd[^>]*>([\s\S]*?)<\/dd>/g)].map(
      ([, id = "", ...texts]) => [id, texts.map((text) => unescaped(text.replaceAll(/<[^>]*>/g, "")))],
    ),
  );
  const questions = m.steps.slice(0, -1).flatMap((step) => {
    const answers = answersIn(m.metadata, step);
    const counting = counted(step, answers);
    return answeredFields(step, answers).map((field, place) => ({
      field,
      value: counting[field.name],
      label: (field.kind === "tick" && field.says?.label) || (field.labelWhen?.(answers) ?? field.label),
      row: `answer-${step.code}-${field.name}`,
      place,
    }));
  });
  const otherQuestions = questions.filter(({ field, value }) => field.kind !== "list" || value === undefined);
  expect([...rows.keys()].filter((row) => !/-\d+-\w+$/.test(row)).sort()).toEqual(
    otherQuestions.map(({ row }) => row).sort(),
  );
  for (const { field, value, label, row } of questions) {
    if (field.kind === "list" && Array.isArray(value)) {
      const count = value.length * field.fields.length;
      expect([label, [...rows.keys()].filter((id) => id.startsWith(`${row}-`)).length]).toEqual([label, count]);
      continue;
    }
    const [question, answer] = rows.get(row) ?? [];
    expect(question).toBe(label);
    if (value === undefined) expect([label, answer]).toEqual([label, "Not answered"]);
    else if (field.kind === "tick") expect([label, answer]).toEqual([label, field.says?.answer ?? "Yes"]);
    else if (typeof value === "boolean") expect([label, answer]).toEqual([label, value ? "Yes" : "No"]);
    else if (field.kind === "email") expect([label, answer]).toEqual([label, shownEmail(String(value))]);
    else if (["text", "textarea", "phone"].includes(field.kind)) expect([label, answer]).toEqual([label, value]);
    else expect([label, answer]).not.toEqual([label, "Not answered"]);
  }
  const banner =
    /Some answers are still needed([\s\S]*?)(?:Please check these answers|Your passport expires soon|Some documents can still follow|<section)/.exec(
      html,
    )?.[1] ?? "";
  expect([...new Set([...banner.matchAll(/value="goto:(\w+):[\w-]+"/g)].map(([, code]) => code))]).toEqual(
    incompleteSteps(m)
      .map(({ code }) => code)
      .filter((code) => code !== review.code),
  );
}
