/** The figures that the site claims (P-SHELL-17), in the order of home. */
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
/** `of` says of what the figure is, where there is room for it; braces as in `content/facts/texts.ts`. */
export type Figure = { value: string; label: string; of: string };
export type Figures = Readonly<Record<FigureName, Figure>>;

/** As delivered. The approval rate stands where it says of what. */
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
/** Whether texts can say a figure such as `30-minute` in words too. */
export const isLength = (value: string): boolean => lengthForm.test(value);

/** `30-minute` as `30 minutes`. */
export function lengthWords(value: string): string {
  const [, count, unit] = lengthForm.exec(value) ?? [];
  return count && unit ? counted(Number(count), unit) : value;
}

/** A time of response in hours, `24-hour`, as it is promised: `one business day`. */
export function responseWords(value: string): string {
  const [, count, unit] = lengthForm.exec(value) ?? [];
  if (!count || !unit) return value;
  const days = unit === "hour" ? Number(count) / 24 : 0;
  if (!Number.isInteger(days) || days === 0) return counted(Number(count), `business ${unit}`);
  return `${small[days] ?? days} business ${days === 1 ? "day" : "days"}`;
}

/** The two promises of figures, as sentences say them; `responseIn`: `24 hours`. */
export type FigureSentences = { consultation: string; consultationAs: string; response: string; responseIn: string };
export const figureSentences = ({ consultation, response }: Figures): FigureSentences => ({
  consultation: lengthWords(consultation.value),
  consultationAs: consultation.value,
  response: responseWords(response.value),
  responseIn: lengthWords(response.value),
});
