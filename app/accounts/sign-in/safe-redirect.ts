import { loginPath } from "~/core/paths";

const gate = /^\/admin\/(login|sign-out|session|confirm|forgot-password|reset-password|first-sign-in|invitation)(\/|$)/;

/** A staff path to open after a sign-in, or `/admin`: never another site, never sign-in itself. */
export function safeRedirectPath(path: string | null | undefined): string {
  if (!path?.startsWith("/admin")) return "/admin";
  const base = "http://own.invalid";
  const url = URL.parse(path, base);
  if (url?.origin !== base) return "/admin";
  const inside = /^\/admin(\/|$)/.test(url.pathname);
  return inside && !gate.test(url.pathname) ? `${url.pathname}${url.search}` : "/admin";
}

/** The sign-in page, which opens `to` afterwards. */
export function signInUrl(to: string): string {
  const path = safeRedirectPath(to);
  return path === "/admin" ? loginPath : `${loginPath}?to=${encodeURIComponent(path)}`;
}
