const statuses = {
  invalid: 400,
  "signed-out": 401,
  forbidden: 403,
  /** The verb requires reauthentication (V-FRESH-3). */
  fresh: 403,
  "not-found": 404,
  conflict: 409,
  closed: 409,
  limited: 429,
  failed: 500,
  busy: 503,
} as const;

export type Reason = keyof typeof statuses;

/**
 * The result of a verb that changed nothing. `message` is for the person (empty where the screen has its own text),
 * `detail` is what the screen needs to show the correction (problems by field, the stored state). When the detail
 * depends on the reason, name the reasons in the type, so that the compiler narrows it.
 */
export type Refused<Detail = undefined, Why extends Reason = Reason> = {
  ok: false;
  reason: Why;
  message: string;
  detail: Detail;
};

export type Done<Result extends object = object> = { ok: true } & Result;

export function refuse<Why extends Reason>(reason: Why, message?: string): Refused<undefined, Why>;
export function refuse<Why extends Reason, Detail>(reason: Why, message: string, detail: Detail): Refused<Detail, Why>;
export function refuse(reason: Reason, message = "", detail?: unknown): Refused<unknown> {
  return { ok: false, reason, message, detail };
}

export type QuestionRefused<Question, Detail> = Refused<Detail> & { question: Question };

/** Refuses until somebody says yes to the question. */
export const refuseWithQuestion = <Question extends { text: string }, Detail>(
  question: Question,
  detail: Detail,
): QuestionRefused<Question, Detail> => ({ ...refuse("conflict", question.text, detail), question });

export const statusOf = ({ reason }: Pick<Refused, "reason">) => statuses[reason];

/** The HTTP status for a visitor's form: 422 if its input has to be corrected. */
export const formStatusOf = (result: Done | Pick<Refused, "ok" | "reason">) =>
  result.ok ? 200 : result.reason === "invalid" ? 422 : statusOf(result);
