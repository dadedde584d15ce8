/** Whose limit refused: that of all people behind one IP, or of one email, case or browser. */
export type LimitOf = "connection" | "email" | "phone" | "application" | "browser" | "account" | "consultation";

const words: Record<LimitOf, string> = {
  connection: "from your internet connection",
  email: "with this email address",
  phone: "with this phone number",
  application: "for this application",
  browser: "from this browser",
  account: "from this account",
  consultation: "for this consultation",
};

/** Names the limit that refused. `what` is such as `files were sent`, `otherwise` an alternative, such as `call us`. */
export function tooMany(
  subject: string,
  { of, retryAfterSeconds }: { of: LimitOf; retryAfterSeconds: number },
  otherwise = "",
): string {
  const wait = inMinutes(retryAfterSeconds);
  return `Too many ${subject} ${words[of]}. Please try again in ${wait}${otherwise && `, or ${otherwise}`}.`;
}

function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes === 60) return "an hour";
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
