import { safeRedirectPath } from "~/accounts/sign-in/safe-redirect";
import { firstSignInPath } from "~/core/paths";

/** Whether the account has no name yet, or a password that somebody else chose. */
export const needsFirstSignIn = ({
  name,
  passwordIsTemporary,
}: {
  name?: string;
  passwordIsTemporary?: true;
}): boolean => !name || !!passwordIsTemporary;

/** The page of the first sign-in, which opens `to` afterwards. */
export function firstSignInUrl(to: string): string {
  const path = safeRedirectPath(to);
  return path === "/admin" ? firstSignInPath : `${firstSignInPath}?to=${encodeURIComponent(path)}`;
}
