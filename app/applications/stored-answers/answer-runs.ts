import type { ShownEntry } from "~/applications/steps/review";

/** `answer`: undefined if hidden. `input`: the id in its step's form. */
export type AnswerRow = { input: string; question: string; label: string; answer: string | null | undefined };
export type AnswerRun = { key: string; entry?: string; rows: AnswerRow[] };
type Answered = { name: string; label: string; answer: string | null | undefined | readonly ShownEntry[] };

export function runsOf(answers: readonly Answered[]): AnswerRun[] {
  const runs: AnswerRun[] = [];
  for (const { name, label, answer } of answers) {
    if (typeof answer === "object" && answer !== null) {
      runs.push(...answer.map((entry, index) => runOfEntry(name, entry, index)));
      continue;
    }
    const last = runs.at(-1);
    const row = { input: name, question: label, label, answer };
    if (last && last.entry === undefined) last.rows.push(row);
    else runs.push({ key: name, rows: [row] });
  }
  return runs;
}

const runOfEntry = (list: string, { title, answers }: ShownEntry, index: number): AnswerRun => ({
  key: `${list}-${index}`,
  entry: title,
  rows: answers.map(({ name, label, answer }) => ({
    input: `${list}-${index}-${name}`,
    question: `${title}: ${label}`,
    label,
    answer,
  })),
});
