import type { AppServer } from "../app-server";
import { sayTo } from "./request";

let addresses = 0;
/** An IP that nobody else uses (TRUST_PROXY). */
export const newAddress = () => `198.51.${++addresses >> 8}.${addresses & 255}`;

/** Posts a form byte for byte, with any number of content type headers. */
export const postRaw = (
  { url }: AppServer,
  target: string,
  types: readonly string[],
  body: string,
  ip = newAddress(),
) =>
  sayTo(url, target, {
    method: "POST",
    lines: [
      `Host: ${new URL(url).host}`,
      `Origin: ${url}`,
      `X-Forwarded-For: ${ip}`,
      ...types.map((type) => `Content-Type: ${type}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
    ],
    body,
  });
