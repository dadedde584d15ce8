import type { AppServer } from "../app-server";
import { sayTo } from "./request";

let addresses = 0;
/** An address that nobody else comes from (TRUST_PROXY). */
export const newAddress = () => `198.51.${++addresses >> 8}.${addresses & 255}`;

/** A form as it is given, sign by sign, with as many lines of its type as there are. */
export const postRaw = (
  { url }: AppServer,
  target: string,
  types: readonly string[],
  body: string,
  address = newAddress(),
) =>
  sayTo(url, target, {
    method: "POST",
    lines: [
      `Host: ${new URL(url).host}`,
      `Origin: ${url}`,
      `X-Forwarded-For: ${address}`,
      ...types.map((type) => `Content-Type: ${type}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
    ],
    body,
  });
