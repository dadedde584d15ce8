import type { MiddlewareHandler } from "hono";
import { config } from "~/config.server";
import type { ShellEnv } from "./shell";

/** What is for one person's eyes (decision 2): never stored, never indexed, its address never told to others. */
export function isPrivate(path: string) {
  return /^\/(apply|application|documents|admin)(\/|\.|$)/i.test(path);
}

/** Security headers of every answer. No script runs but ours: from our files, or inline with this answer's nonce. */
export function securityHeaders(dev: boolean): MiddlewareHandler<ShellEnv> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    const secret = isPrivate(c.req.path);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
    headers.set("Referrer-Policy", secret ? "same-origin" : "strict-origin-when-cross-origin");
    if (secret) headers.set("X-Robots-Tag", "noindex, nofollow");
    // Whoever forgot to say so, and whatever refused it.
    if (secret) headers.set("Cache-Control", "no-store");
    if (config.secure) headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    // A document brings a policy of its own.
    if (!headers.has("Content-Security-Policy"))
      headers.set("Content-Security-Policy", policy(c.get("visit").nonce, dev));
  };
}

function policy(nonce: string, dev: boolean) {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
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
