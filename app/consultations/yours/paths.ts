/** What the page of a private link shows. */
const views = ["show", "move", "cancel"] as const;
export type View = (typeof views)[number];
export const viewOf = (text: string | null): View => views.find((view) => view === text) ?? "show";

/** What was done just before. */
export const doneViews = ["move", "cancel"] as const;

/** The page of a private link, with the token and other parameters. */
export const yoursPathOf = (token: string, more: Record<string, string> = {}): string =>
  `/consultation/yours?${new URLSearchParams({ token, ...more })}`;

export const calendarPathOf = (token: string): string => `/consultation/yours.ics?${new URLSearchParams({ token })}`;
