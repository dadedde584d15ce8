import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { type BodyPolicy, formLimits } from "./body-policy";
import { noFilesHere, Refused, tooLarge, tooMany, unreadable } from "./refusal";
import type { SpooledFiles } from "./spool.server";

/** Bytes passed to the parser at a time: it reads at most this far past a limit. */
const chunkSize = 16 * 1024;

/**
 * Parses a multipart body as it arrives: fields in memory, files in `files`. Only this parser counts the limits, and
 * gets no more data past one. Rejects with a Refused then, or if the body is incomplete.
 */
export async function readParts(
  body: AsyncIterable<Buffer>,
  boundary: string,
  weight: BodyPolicy,
  files: SpooledFiles,
): Promise<FormData> {
  const reading = startParser(boundary, weight, files);
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > weight.maxSize) throw new Refused(tooLarge(weight));
      for (let index = 0; index < chunk.length; index += chunkSize)
        await reading.write(chunk.subarray(index, index + chunkSize));
    }
    return await reading.end();
  } catch (error) {
    await reading.stop();
    throw error;
  }
}

function startParser(boundary: string, weight: BodyPolicy, files: SpooledFiles) {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const fail = (error: unknown) => reject(error instanceof Refused ? error : new Refused(unreadable));
  const refuse = () => fail(new Refused(tooMany));
  const maxFieldBytes = weight.fieldBytes ?? formLimits.fieldBytes;
  const parser = new Busboy({
    headers: { "content-type": `multipart/form-data; boundary="${boundary}"` },
    // As browsers do: a part with a file name is a file, and its name stays as it is. An empty name is undefined here:
    // then the content type decides, which text fields don't have.
    isPartAFile: (_name, type, fileName) => fileName !== undefined || (weight.files && type !== "text/plain"),
    preservePath: true,
    limits: {
      fields: weight.fields ?? formLimits.fields,
      files: formLimits.files,
      parts: formLimits.fields + formLimits.files,
      fieldSize: maxFieldBytes,
      headerPairs: 16,
      headerSize: 8 * 1024,
    },
  });
  const running = new Set<Readable>();
  /** In the body's order: a file is ready later than what follows it. */
  const entries: Promise<[name: string, value: string | File]>[] = [];
  let fieldBytes = 0;

  const nameOf = (encoded: string | undefined) => {
    const name = encoded === undefined ? undefined : unescaped(encoded);
    if (name === undefined) fail(undefined);
    else if ([...name].length > formLimits.nameLength) refuse();
    return name ?? "";
  };
  parser.on("field", (fieldName, value, _nameTruncated, valueTruncated) => {
    const name = nameOf(fieldName);
    fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (valueTruncated || fieldBytes > maxFieldBytes) fail(new Refused(tooLarge({ message: fieldsTooLarge })));
    else entries.push(Promise.resolve([name, value]));
  });
  parser.on("file", (fieldName, stream, fileName, _encoding, type) => {
    const name = nameOf(fieldName);
    running.add(stream);
    // `files.take` gets the error too; without a listener it would end the process.
    stream.on("error", () => undefined);
    if (!weight.files) fail(new Refused(noFilesHere));
    const stored = files.take(stream, unescaped(fileName ?? ""), type).finally(() => running.delete(stream));
    stored.catch(fail);
    entries.push(stored.then((file) => [name, file]));
  });
  parser.on("partsLimit", refuse).on("fieldsLimit", refuse).on("filesLimit", refuse);
  const finished = new Promise<void>((resolve) => parser.once("finish", () => resolve()));
  parser.on("error", fail);

  return {
    write: (bytes: Buffer) =>
      Promise.race([failed, new Promise<void>((resolve) => parser.write(bytes, () => resolve()))]),
    async end(): Promise<FormData> {
      parser.end();
      await Promise.race([failed, finished]);
      const form = new FormData();
      for (const [name, value] of await Promise.race([failed, Promise.all(entries)])) form.append(name, value);
      return form;
    },
    async stop() {
      for (const stream of running) stream.destroy();
      await Promise.allSettled(entries);
    },
  };
}

const fieldsTooLarge = "What you typed is larger than 256 KB";

/** Browsers percent-encode these three characters of a name (HTML, multipart form data). */
const unescaped = (name: string) =>
  name.replace(/%(0A|0D|22)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
