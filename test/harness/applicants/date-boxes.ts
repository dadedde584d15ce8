/** The inputs that a date has, as they stand for a stored one: `1990-05-04` is 4, 5 and 1990. */
export function dateBoxes(name: string, day: string): Record<string, string> {
  const [year = "", month = "", date = ""] = day.split("-");
  return { [`${name}.day`]: String(Number(date)), [`${name}.month`]: String(Number(month)), [`${name}.year`]: year };
}

const isDate = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

/** Answers by input name with each date in the boxes that the page has for it. */
export const inBoxes = <Value>(answers: Record<string, Value>): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]): [string, Value | string][] =>
      isDate(value) ? Object.entries(dateBoxes(name, value)) : [[name, value]],
    ),
  );
