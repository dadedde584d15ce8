/** The figures that the site claims, in the order of home. */
export const figureNames = [
  "experience",
  "approval",
  "clients",
  "countries",
  "processing",
  "consultation",
  "response",
] as const;
export type FigureName = (typeof figureNames)[number];
/** `of` explains the figure where there is room for it; may contain facts (`content/facts/texts.ts`). */
export type Figure = { value: string; label: string; of: string };
export type Figures = Readonly<Record<FigureName, Figure>>;

/** The approval rate is only shown together with what it refers to. */
export const defaultFigures: Figures = {
  experience: { value: "15+", label: "years of experience", of: "" },
  approval: { value: "99%", label: "approval rate", of: "of the applications we filed{approval-period}" },
  clients: { value: "5000+", label: "clients", of: "" },
  countries: { value: "150+", label: "countries", of: "our clients come from" },
  processing: { value: "7–14 days", label: "average processing", of: "for visitor visas" },
  consultation: { value: "30-minute", label: "free consultation", of: "" },
  response: { value: "24-hour", label: "response time", of: "on business days" },
};

const small = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

const lengthForm = /^([1-9]\d{0,2})-(minute|hour)$/;
/** Whether a figure such as `30-minute` can be written out. */
export const isLength = (value: string): boolean => lengthForm.test(value);

/** The minutes of a length such as `30-minute`; null for another text. */
export function lengthMinutes(value: string): number | null {
  const [, count, unit] = lengthForm.exec(value) ?? [];
  return count && unit ? Number(count) * (unit === "hour" ? 60 : 1) : null;
}

export function formatLength(value: string): string {
  const [, count, unit] = lengthForm.exec(value) ?? [];
  return count && unit ? counted(Number(count), unit) : value;
}

/** Formats a response time in hours, `24-hour`, as a promise: `one business day`. */
export function formatResponseTime(value: string): string {
  const [, count, unit] = lengthForm.exec(value) ?? [];
  if (!count || !unit) return value;
  const days = unit === "hour" ? Number(count) / 24 : 0;
  if (!Number.isInteger(days) || days === 0) return counted(Number(count), `business ${unit}`);
  return `${small[days] ?? days} business ${days === 1 ? "day" : "days"}`;
}

/** The two promises among the figures, for sentences; `responseIn`: `24 hours`. */
export type FigureSentences = { consultation: string; consultationAs: string; response: string; responseIn: string };
export const figureSentences = ({ consultation, response }: Figures): FigureSentences => ({
  consultation: formatLength(consultation.value),
  consultationAs: consultation.value,
  response: formatResponseTime(response.value),
  responseIn: formatLength(response.value),
});
