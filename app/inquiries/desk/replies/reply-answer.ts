/** A refused form of the thread: its values and problems. */
export type ReplyFormResult =
  | { of: "reply"; text: string; contacted: boolean; problem: string | null }
  | { of: "record"; values: RecordValues; problem: string | null; problems: RecordProblems }
  | { of: "again"; reply: string; problem: string };

export type RecordValues = { said: string; way: string; day: string; time: string; by: string; contacted: boolean };
export type RecordProblems = Partial<Record<"said" | "way" | "day" | "time" | "by", string>>;
