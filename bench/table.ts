/** A row of the report: the measured value, its reference, and their ratio. */
export type Line = { what: string; measured: string; reference?: string; ratio?: string };

/** Formats a number with thin spaces between thousands, rounded to significant digits. */
export const figure = (value: number, unit = ""): string => {
  if (!Number.isFinite(value)) return "–";
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toLocaleString("en-US", { maximumFractionDigits: digits })}${unit ? ` ${unit}` : ""}`;
};

export const ratio = (value: number): string =>
  Number.isFinite(value) ? `${value >= 10 ? figure(Math.round(value)) : value.toPrecision(2)} ×` : "–";

export const spread = (values: number[]): string =>
  values.length > 1 ? ` (${figure(Math.min(...values))} to ${figure(Math.max(...values))})` : "";

export function printTable(title: string, lines: Line[]): void {
  const rows = lines.map(({ what, measured, reference: beside = "", ratio: share = "" }) => [
    what,
    measured,
    beside,
    share,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("   ")
        .trimEnd()}`,
    );
}
