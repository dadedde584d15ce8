import type { MiddlewareHandler } from "hono";
import { config } from "~/config.server";
import { isPrivate } from "~/core/paths";
import type { ShellEnv } from "./env";

// Not Hono's `secure-headers`: cached pages and the save's shortcut are answered before Hono, with these headers, too.
/** Security headers of every answer, as names and values, except the Content-Security-Policy (`contentPolicy`). */
export function safetyHeaders(path: string): [string, string][] {
  const secret = isPrivate(path);
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", "DENY"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"],
    ["Referrer-Policy", secret ? "same-origin" : "strict-origin-when-cross-origin"],
    ...(secret ? ([["X-Robots-Tag", "noindex, nofollow"]] satisfies [string, string][]) : []),
    // No private answer is stored, not even a refusal or one whose route does not set it.
    ...(secret ? ([["Cache-Control", "no-store"]] satisfies [string, string][]) : []),
    // Another site could load it as a style sheet or picture, and learn from that what this browser holds.
    ...(secret ? ([["Cross-Origin-Resource-Policy", "same-origin"]] satisfies [string, string][]) : []),
    ...(config.secure
      ? ([["Strict-Transport-Security", "max-age=31536000; includeSubDomains"]] satisfies [string, string][])
      : []),
  ];
}

/** How long files are kept whose name holds a hash of their content. */
export const hashedFile = "public, max-age=31536000, immutable";

/** Security headers of every answer of the shell but built files. */
export function securityHeaders(dev: boolean): MiddlewareHandler<ShellEnv> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    // They are no documents: what else follows is of no use there, and weighs as much as a small script (T-BYTES-2).
    if (c.res.status === 200 && headers.get("Cache-Control") === hashedFile) {
      headers.set("X-Content-Type-Options", "nosniff");
      // Nobody asks again whether it changed.
      headers.delete("Last-Modified");
      return;
    }
    for (const [name, value] of safetyHeaders(c.req.path)) headers.set(name, value);
    // Without a Cache-Control the answer is for one visitor: no shared cache may store it, whatever its address is.
    if (!headers.has("Cache-Control") && c.res.status !== 301) headers.set("Cache-Control", "private, no-cache");
    // Documents that the desk shows in a frame allow it in their own policy; nothing else may be framed.
    if (headers.get("Content-Security-Policy")?.includes("frame-ancestors 'self'"))
      headers.set("X-Frame-Options", "SAMEORIGIN");
    if (!headers.has("Content-Security-Policy"))
      headers.set("Content-Security-Policy", contentPolicy(`'nonce-${c.get("visit").nonce}'`, dev));
  };
}

/** The Content-Security-Policy: scripts run from our own files, or inline when `allowed` names their nonce or hash. */
export function contentPolicy(allowed: string, dev = false) {
  return [
    "default-src 'self'",
    `script-src 'self' ${allowed}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    dev ? "connect-src 'self' ws:" : "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(config.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
