import { stringify } from "csv-stringify/sync";
import type { PoolClient } from "pg";
import { log } from "~/log.server";
import type { CsvColumn } from "./csv-column";

const rowsAtOnce = 500;
/** Milliseconds after which an export ends if the browser reads nothing. */
const maxPauseMs = 120_000;

async function fetchRows(client: PoolClient): Promise<(string | null)[][]> {
  const { rows } = await client.query<(string | null)[]>({
    text: `fetch ${rowsAtOnce} from export`,
    rowMode: "array",
  });
  return rows;
}

/** In bytes, for the browser's progress (T-BYTES-5): reads the rows of the cursor `export` without storing them. */
export async function csvSize(client: PoolClient, columns: readonly CsvColumn[]): Promise<number> {
  let size = 0;
  for (let first = true; ; first = false) {
    const rows = await fetchRows(client);
    size += encode(columns, rows, first).byteLength;
    if (rows.length < rowsAtOnce) return size;
  }
}

/** Streams the rows of the cursor `export`. Releases the client at the end, after `onEnd`. */
export async function csvStream(
  client: PoolClient,
  columns: readonly CsvColumn[],
  onEnd: () => void,
): Promise<ReadableStream<Uint8Array>> {
  const read = () => fetchRows(client);
  // Read the first rows before sending headers: an error here can still become an error page.
  let rows = await read();
  let first = true;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function end(broken: boolean) {
    clearTimeout(timer);
    if (ended) return;
    ended = true;
    onEnd();
    if (broken) client.release(true);
    else
      client.query("rollback").then(
        () => client.release(),
        () => client.release(true),
      );
  }
  const wait = (controller: ReadableStreamDefaultController) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      controller.error(new Error("An export was not read any further"));
      end(true);
    }, maxPauseMs);
    timer.unref();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: wait,
      async pull(controller) {
        try {
          controller.enqueue(encode(columns, rows, first));
          first = false;
          rows = rows.length < rowsAtOnce ? [] : await read();
          if (ended) return;
          if (rows.length > 0) return wait(controller);
          end(false);
          controller.close();
        } catch (err) {
          log.error({ err }, "an export broke off");
          end(true);
          controller.error(err);
        }
      },
      cancel: () => end(true),
    },
    { highWaterMark: 1 },
  );
}

/** ISO dates, which every spreadsheet understands; null is empty. */
function encode(columns: readonly CsvColumn[], rows: readonly (string | null)[][], first: boolean): Uint8Array {
  const records = rows.map((row) =>
    row.map((value, index) => (value === null ? value : asText(columns[index]?.shown?.(value) ?? value))),
  );
  const text = stringify(records, {
    header: first,
    columns: columns.map(({ title }) => title),
    bom: first,
    quoted: true,
    quoted_empty: true,
    record_delimiter: "windows",
  });
  return new TextEncoder().encode(text);
}

/**
 * Prefixes what a spreadsheet would calculate with an apostrophe. Phone numbers, also with an extension, look like
 * formulas and are none (F-CSV-1). Numbers reads full-width signs as signs.
 */
export const asText = (value: string) =>
  /^(?:[=@\t\r＝＠]|[+\-＋－].*[^\d\p{Zs}()-])/su.test(value.replace(/ ext\. \d{1,7}$/, "")) ? `'${value}` : value;
