/** Which answers somebody saw: the revision of each step, by its code. */
export type Seen = Record<string, number>;

/** As the review's form carries it. */
export const seenText = (seen: Seen): string =>
  Object.entries(seen)
    .map((one) => one.join(":"))
    .join(" ");

export const isSeenText = /^(\w+:\d{1,9}( (?=\w)|$))*$/;

export const readSeen = (text: string): Seen =>
  Object.fromEntries([...text.matchAll(/\b(\w+):(\d+)/g)].map(([, code = "", revision]) => [code, Number(revision)]));

/** The same once this tab saved more: what was typed here was seen, whenever it arrives. */
export const seenSince = (text: string, savedHere: (code: string) => number): string =>
  seenText(
    Object.fromEntries(
      Object.entries(readSeen(text)).map(([code, revision]) => [code, Math.max(revision, savedHere(code))]),
    ),
  );
