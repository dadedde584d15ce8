import type { IncomingMessage } from "node:http";
import { type BodyLimits, formLimits } from "./body-policy";
import { Refused, tooLarge, tooMany } from "./refusal";

const ampersand = 0x26;

/** Rejects with a Refused past the limit, or if `check` throws one for a chunk. */
export function readBytes(
  incoming: IncomingMessage,
  limits: BodyLimits,
  check: (chunk: Buffer) => void = () => undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      try {
        if (size > limits.maxSize) throw new Refused(tooLarge(limits));
        check(chunk);
        chunks.push(chunk);
      } catch (error) {
        settle();
        incoming.pause();
        reject(error);
      }
    };
    const onEnd = () => {
      settle();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const onBroken = () => {
      settle();
      reject(incoming.errored ?? new Error("The request broke off on its way"));
    };
    const settle = () => {
      incoming.off("data", onData).off("end", onEnd).off("error", onBroken).off("close", onBroken);
    };
    if (incoming.readableEnded) onEnd();
    else if (incoming.destroyed) onBroken();
    else incoming.on("data", onData).on("end", onEnd).on("error", onBroken).on("close", onBroken);
  });
}

/** Pairs and names are counted as the bytes arrive, before any object is made. Rejects with a Refused past a limit. */
export async function readPairs(incoming: IncomingMessage, limits: BodyLimits): Promise<URLSearchParams> {
  const { fields = formLimits.fields } = limits;
  let pairs = 1;
  const bytes = await readBytes(incoming, limits, (chunk) => {
    for (let index = chunk.indexOf(ampersand); index !== -1; index = chunk.indexOf(ampersand, index + 1)) {
      pairs += 1;
      if (pairs > fields) throw new Refused(limits.fields ? tooLarge(limits) : tooMany);
    }
  });
  const text = bytes.toString("latin1");
  requireShortNames(text);
  // A body is ASCII by its standard; anything else is read as UTF-8, as browsers' own parser does.
  return new URLSearchParams(bytes.toString());
}

/** The longest allowed name, percent-encoded: four bytes a character, three characters a byte. */
const maxEncodedName = formLimits.nameLength * 12;

function requireShortNames(text: string): void {
  for (const pair of text.split("&")) {
    const equals = pair.indexOf("=");
    const name = equals === -1 ? pair : pair.slice(0, equals);
    if (name.length > formLimits.nameLength && isLong(name)) throw new Refused(tooMany);
  }
}

function isLong(encoded: string): boolean {
  if (encoded.length > maxEncodedName) return true;
  const name = new URLSearchParams(`name=${Buffer.from(encoded, "latin1").toString()}`).get("name") ?? "";
  return [...name].length > formLimits.nameLength;
}
