/** How many reviews can be put first. */
export const mostFirst = 8;

/** The field of a place among them. */
export const placeField = (place: number): string => `place_${place}`;

/** A review as a field names it: its words, and after them the beginning of its id. */
export const reviewWords = (words: string, id: string): string => `${words} · ${id.slice(0, 8)}`;
export const reviewIn = (value: unknown): string =>
  typeof value === "string" ? (/ · ([0-9a-f]{8})$/.exec(value)?.[1] ?? "") : "";

/** The beginnings of the ids of those that a content puts first, place by place; empty for a place that nobody has. */
export const firstReviews = (content: Readonly<Record<string, unknown>>): string[] =>
  Array.from({ length: mostFirst }, (_, at) => reviewIn(content[placeField(at + 1)]));
