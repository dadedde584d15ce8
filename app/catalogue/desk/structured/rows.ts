import { feeOf, readAmount } from "~/core/prices/money";
import { readJson, readTimes, type StructuredName } from "./structured";

/** A structured field as rows of inputs: the same value as its JSON, one row per entry. */
export type Row = Record<string, string>;
export type Column = { key: string; label: string; kind: "line" | "text" | "fee" };
type Shape = {
  noun: string;
  columns: readonly Column[];
  toJson: (rows: readonly Row[]) => unknown;
};

const line = (key: string, label: string): Column => ({ key, label, kind: "line" });
const text = (key: string, label: string): Column => ({ key, label, kind: "text" });
const fee = (key: string, label: string): Column => ({ key, label, kind: "fee" });

/** Keep invalid amounts as typed: validation then reports them. */
const feeOrText = (rawInput: string) =>
  rawInput.trim() === "" || "cents" in readAmount(rawInput) ? feeOf(rawInput) : rawInput;

export const shapes: Record<StructuredName, Shape> = {
  eligibilityCriteria: {
    noun: "criterion",
    columns: [text("text", "Criterion")],
    toJson: (rows) => rows.map((row) => row.text ?? ""),
  },
  applicationSteps: {
    noun: "step",
    columns: [line("title", "Title"), text("description", "Description")],
    toJson: (rows) => rows.map(({ title = "", description = "" }, index) => ({ step: index + 1, title, description })),
  },
  faqs: {
    noun: "question",
    columns: [line("question", "Question"), text("answer", "Answer")],
    toJson: (rows) => rows.map(({ question = "", answer = "" }) => ({ question, answer })),
  },
  processingTimes: {
    noun: "option",
    columns: [line("label", "Option"), line("time", "Duration")],
    toJson: (rows) => rows.map(({ label = "", time = "" }) => ({ label, time })),
  },
  visaSubtypes: {
    noun: "tier",
    columns: [
      line("name", "Name"),
      fee("govFee", "Government fee"),
      fee("serviceFee", "Service fee"),
      text("description", "Description"),
    ],
    toJson: (rows) =>
      rows.map(({ name = "", govFee = "", serviceFee = "", description = "" }) => {
        const [gov, service] = [feeOf(govFee), feeOf(serviceFee)];
        const total = Math.round((gov + service) * 100) / 100;
        return { name, govFee: feeOrText(govFee), serviceFee: feeOrText(serviceFee), total, description };
      }),
  },
};

const shown = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** The rows of a JSON text; null if it is invalid, or contains what rows can't represent. */
export function rowsOf(name: StructuredName, json: string): Row[] | null {
  const parsed = name === "processingTimes" ? readTimes(json) : readJson(json);
  if (!parsed.ok) return null;
  const { value } = parsed;
  if (!Array.isArray(value)) return null;
  if (name === "eligibilityCriteria")
    return value.every((entry) => typeof entry === "string") ? value.map((entry) => ({ text: entry })) : null;
  const rows = value.map((entry: unknown) => {
    if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return null;
    const fields = Object.fromEntries(Object.entries(entry));
    return Object.fromEntries(shapes[name].columns.map(({ key }) => [key, shown(fields[key])]));
  });
  return rows.every((row) => row !== null) ? sorted(name, value, rows) : null;
}

/** Sorts steps by number, as the public page does. */
function sorted(name: StructuredName, entries: unknown[], rows: Row[]): Row[] {
  if (name !== "applicationSteps") return rows;
  const numberOf = (index: number) => {
    const entry = entries[index];
    const step = typeof entry === "object" && entry !== null && "step" in entry ? Number(entry.step) : Number.NaN;
    return Number.isFinite(step) ? step : index + 1;
  };
  return rows
    .map((row, index) => ({ row, step: numberOf(index) }))
    .toSorted((a, b) => a.step - b.step)
    .map(({ row }) => row);
}
