import { safeRedirectPath } from "~/accounts/sign-in/safe-redirect";

/** Fields that reauthentication adds to a pending form, and which that form's own action never reads. */
export const confirmationFields = {
  to: "confirm-to",
  method: "confirm-method",
  password: "confirm-password",
  code: "confirm-code",
  passkey: "confirm-passkey",
} as const;
const own = new Set<string>(Object.values(confirmationFields));
export const isConfirmationField = (name: string): boolean => own.has(name);

/** Where a pending form is posted without JavaScript. */
export const confirmPath = "/admin/confirm";

const id = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const download = new RegExp(`^/(apply/${id}/receipt\\.pdf|documents/${id})$`);

/** A path to continue to: one of the desk, a case's receipt or a document; otherwise the desk. */
export function safeReturnPath(returnPath: unknown): string {
  const to = typeof returnPath === "string" ? returnPath : "";
  return download.test(to) ? to : safeRedirectPath(to);
}
