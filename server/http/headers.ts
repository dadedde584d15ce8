import type { MiddlewareHandler } from "hono";
import { config } from "~/config.server";
import { isPrivate } from "~/core/paths";
import type { ShellEnv } from "./env";

// Not Hono's `secure-headers`: cached pages and the save's fast path respond before Hono, with these headers, too.
/** Security headers of every response, except the Content-Security-Policy (`contentPolicy`). */
export function safetyHeaders(path: string): [string, string][] {
  const secret = isPrivate(path);
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", "DENY"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"],
    ["Referrer-Policy", secret ? "same-origin" : "strict-origin-when-cross-origin"],
    ...(secret ? ([["X-Robots-Tag", "noindex, nofollow"]] satisfies [string, string][]) : []),
    // No private response is stored, not even a refusal or one whose route does not set it.
    ...(secret ? ([["Cache-Control", "no-store"]] satisfies [string, string][]) : []),
    // Another site could load it as a style sheet or picture, and learn from that what this browser may open.
    ...(secret ? ([["Cross-Origin-Resource-Policy", "same-origin"]] satisfies [string, string][]) : []),
    ...(config.secure
      ? ([["Strict-Transport-Security", "max-age=31536000; includeSubDomains"]] satisfies [string, string][])
      : []),
  ];
}

/** For files with a hash of their content in the name. */
export const hashedFile = "public, max-age=31536000, immutable";

/** Except for built files. */
export function securityHeaders(dev: boolean): MiddlewareHandler<ShellEnv> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    // Files are no documents: the other headers are useless there, and as large as a small script.
    if (c.res.status === 200 && headers.get("Cache-Control") === hashedFile) {
      headers.set("X-Content-Type-Options", "nosniff");
      // Browsers never revalidate these.
      headers.delete("Last-Modified");
      return;
    }
    for (const [name, value] of safetyHeaders(c.req.path)) headers.set(name, value);
    // By default a response is for one visitor: no shared cache may store it, whatever its URL.
    if (!headers.has("Cache-Control") && c.res.status !== 301) headers.set("Cache-Control", "private, no-cache");
    // Documents that the desk frames allow it in their own policy; nothing else may be framed.
    if (headers.get("Content-Security-Policy")?.includes("frame-ancestors 'self'"))
      headers.set("X-Frame-Options", "SAMEORIGIN");
    if (!headers.has("Content-Security-Policy"))
      headers.set("Content-Security-Policy", contentPolicy(`'nonce-${c.get("visit").nonce}'`, dev));
  };
}

/** Scripts run from our own files, or inline if `allowed` names their nonce or hash. */
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
