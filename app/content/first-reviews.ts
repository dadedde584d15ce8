export const mostFirst = 8;

export const placeField = (position: number): string => `place_${position}`;

/** A review in the field: its text, and the beginning of its id. */
export const reviewLabel = (text: string, id: string): string => `${text} · ${id.slice(0, 8)}`;
export const reviewIn = (value: unknown): string =>
  typeof value === "string" ? (/ · ([0-9a-f]{8})$/.exec(value)?.[1] ?? "") : "";

/** The beginnings of the ids of the reviews that come first, by position; empty where nobody has the position. */
export const firstReviews = (content: Readonly<Record<string, unknown>>): string[] =>
  Array.from({ length: mostFirst }, (_, index) => reviewIn(content[placeField(index + 1)]));
