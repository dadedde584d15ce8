/** A change that can be undone until `until`; at `shownFrom` its mails go out and applicants see it. */
export type UndoOffer = { id: string; until: Date; shownFrom: Date };
