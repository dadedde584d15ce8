export const attacks = {
  slow: "60 bodies of 10 MB from 6 addresses, a byte a second each",
  parts: "20 MB of tiny file parts under a doubled Content-Type, one after the other",
  pairs: "1 MB of `a&` to an application that is not there, three at once",
  held: "36 uploads from 6 addresses, 9 of 10 MB sent, the rest never",
  items: "10 forms of 990 invented items a second to a draft of its own, each hung up after it was sent",
  blanks: "the largest form of blanks, and of combining marks, to everything that takes one from anybody, 4 a second",
  guesses: "10 guesses at a password a second, each from another address",
  "three a second": "3 requests a second from 6 addresses: 4 MB of parts, 1 MB and 256 KB of pairs",
};
export type Attack = keyof typeof attacks;
export type AttackJob = {
  attack: Attack;
  port: number;
  host: string;
  seconds: number;
  email: string;
  draft: OpenedDraft;
};
/** An application started by the attacker: its path and cookie. */
type OpenedDraft = { path: string; cookie: string };
/** The number of responses by status; `none`: no response until the end. */
export type Answers = Record<string, number>;
