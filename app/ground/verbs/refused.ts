/** Why a verb did nothing, and the HTTP status that says so. */
const statuses = {
  invalid: 400,
  "signed-out": 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  closed: 409,
  limited: 429,
  failed: 500,
  busy: 503,
} as const;

export type Reason = keyof typeof statuses;

/**
 * What every verb answers when it changes nothing: `message` is for the person who asked (empty where
 * the screen has its own words), `detail` what their screen
 * needs to show what to mend (problems by field, what is stored now). A verb whose detail depends on the reason names
 * the reasons, so that asking for one tells the compiler which detail there is.
 */
export type Refused<Detail = undefined, Why extends Reason = Reason> = {
  ok: false;
  reason: Why;
  message: string;
  detail: Detail;
};

/** What a verb answers when it did what was asked. */
export type Done<Result extends object = object> = { ok: true } & Result;

export function refuse<Why extends Reason>(reason: Why, message?: string): Refused<undefined, Why>;
export function refuse<Why extends Reason, Detail>(reason: Why, message: string, detail: Detail): Refused<Detail, Why>;
export function refuse(reason: Reason, message = "", detail?: unknown): Refused<unknown> {
  return { ok: false, reason, message, detail };
}

export const statusOf = ({ reason }: Pick<Refused, "reason">) => statuses[reason];

/** The status that answers a visitor's form: what has to be mended in it is 422. */
export const formStatusOf = (result: Done | Pick<Refused, "ok" | "reason">) =>
  result.ok ? 200 : result.reason === "invalid" ? 422 : statusOf(result);
