/** The inputs of a stored date: `1990-05-04` becomes 4, 5 and 1990. */
export function dateBoxes(name: string, day: string): Record<string, string> {
  const [year = "", month = "", date = ""] = day.split("-");
  return { [`${name}.day`]: String(Number(date)), [`${name}.month`]: String(Number(month)), [`${name}.year`]: year };
}

const isDate = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

/** Replaces each date by the values of its inputs. */
export const inBoxes = <Value>(answers: Record<string, Value>): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]): [string, Value | string][] =>
      isDate(value) ? Object.entries(dateBoxes(name, value)) : [[name, value]],
    ),
  );
