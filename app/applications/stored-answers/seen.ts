export type Seen = Record<string, number>;

/** Format of the review's form. */
export const seenText = (seen: Seen): string =>
  Object.entries(seen)
    .map((entry) => entry.join(":"))
    .join(" ");

export const isSeenText = /^(\w+:\d{1,9}( (?=\w)|$))*$/;

export const readSeen = (text: string): Seen =>
  Object.fromEntries([...text.matchAll(/\b(\w+):(\d+)/g)].map(([, code = "", revision]) => [code, Number(revision)]));

export const lookOnceMore = "Your answers have changed since you opened this page. Please review them, then sign.";

const stepsNamed = (titles: readonly string[]) =>
  titles.length === 1
    ? `a step since you last saved: ${titles[0]}.`
    : `steps since you last saved: ${titles.join(", ")}.`;

/** For applicants, about steps that the office added. */
export const addedStepsText = (titles: readonly string[]): string => `We added ${stepsNamed(titles)}`;

/** What changed since the signer's view, in words: steps that the office added or removed, or answers. */
export function changeSince(seen: Seen | undefined, now: Seen, titleOf: (code: string) => string): string {
  if (!seen) return lookOnceMore;
  const titles = (all: Seen, without: Seen) =>
    Object.keys(all)
      .filter((code) => !Object.hasOwn(without, code))
      .map(titleOf);
  const [added, removed] = [titles(now, seen), titles(seen, now)];
  const isAnswered = Object.entries(now).some(([code, revision]) => (seen[code] ?? revision) !== revision);
  const words = [
    added.length > 0 ? `${addedStepsText(added)} Please fill ${added.length === 1 ? "it" : "them"} in, then sign.` : "",
    removed.length > 0 ? `We took out ${stepsNamed(removed)} Check your answers, then sign.` : "",
    isAnswered ? lookOnceMore : "",
  ].filter(Boolean);
  return words.join(" ") || lookOnceMore;
}

/** The same after this tab saved more: its input counts as seen, whenever it arrives. */
export const seenSince = (text: string, savedHere: (code: string) => number): string =>
  seenText(
    Object.fromEntries(
      Object.entries(readSeen(text)).map(([code, revision]) => [code, Math.max(revision, savedHere(code))]),
    ),
  );
