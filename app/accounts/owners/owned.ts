export type Owned = "application" | "inquiry";

/** The version that a form was made from: the record's id, then `seenOwned`. */
export const ownedSeenInput = "owned";

type Seen = { ownerId: string | null; dueOn: string | null };
export const ownedState = ({ ownerId, dueOn }: Seen) => `${ownerId ?? "-"} ${dueOn ?? "-"}`;
export const seenOwned = ({ id, ...seen }: Seen & { id: string }) => `${id} ${ownedState(seen)}`;

export const ownerMessages = {
  inactive: "This person no longer works at the desk. Choose someone else.",
  past: "That day is over. Choose today or a later day.",
  stale: "Someone else has changed this. This page shows it as it is now. Nothing was overwritten.",
  none: "Select from 1 to 100 rows.",
  noOwner: "Please choose a person, or nobody.",
  noDay: "Please choose a date.",
  gone: "One of the selected records no longer exists. Nothing was changed.",
  failed: "This couldn’t be saved. Nothing was changed. Please try again.",
} as const;

const nouns = { application: ["case", "cases"], inquiry: ["inquiry", "inquiries"] } as const;
/** `1 case`, `12 inquiries` */
export const counted = (of: Owned, n: number) => `${n} ${nouns[of][n === 1 ? 0 : 1]}`;

/** The result of an owner or due day form: what was done, or the problem. */
export type OwnerFormResult = {
  about: "owner" | "due";
  problem: string | null;
  message: string | null;
  typed?: string;
};
