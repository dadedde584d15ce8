/** `1,200` */
export const formatCount = (n: number): string => n.toLocaleString("en-US");

/** `1 draft`, `1,200 drafts` */
export const counted = (n: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(n)} ${n === 1 ? noun : plural}`;
