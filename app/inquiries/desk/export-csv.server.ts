import { stringify } from "csv-stringify/sync";
import { sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { db, pool } from "~/db/client.server";
import { visaInquiries as t } from "~/db/schema/inquiries";
import { countryName } from "~/ground/countries.server";
import { orderBy } from "~/ground/keyset.server";
import { nassauDay } from "~/ground/time";
import { type Done, type Refused, refuse } from "~/ground/verbs/refused";
import { log } from "~/log.server";
import { type InquiryFilters, matching, orderOf } from "./list.server";

/** Exports that may run at once: each holds a connection until its download ends. */
const atOnce = 2;
let running = 0;

const rowsAtOnce = 500;
/** Milliseconds after which the export ends when the browser reads nothing. */
const maxPauseMs = 120_000;

const columns = [
  "Date",
  "Name",
  "Email",
  "Phone",
  "Contact Method",
  "Visa Service",
  "Nationality",
  "Residence",
  "Passport Expiry",
  "Travel Date",
  "Adults",
  "Children",
  "Purpose",
  "Status",
  "Priority",
];
const countries = [columns.indexOf("Nationality"), columns.indexOf("Residence")];

/**
 * All inquiries that search and filters leave, as CSV for a spreadsheet (A-INQ-19 to -21): UTF-8 with a byte order
 * mark, CRLF, every field quoted, a field that a spreadsheet would calculate made text by a leading apostrophe. One
 * snapshot, read through a cursor as fast as the browser takes it, so that memory does not grow with the rows. The
 * activity says that it was exported, and by what, without the words searched for.
 */
export async function exportInquiries(
  context: StaffContext,
  filters: InquiryFilters,
): Promise<Done<{ fileName: string; body: ReadableStream<Uint8Array> }> | Refused> {
  if (running >= atOnce) return refuse("busy");
  running += 1;
  let client: PoolClient | undefined;
  try {
    const recorded = await recordExport(context, filters);
    if (!recorded.ok) {
      running -= 1;
      return recorded;
    }
    client = await pool.connect();
    const body = await openStream(client, filters);
    const date = nassauDay();
    return { ok: true, fileName: `visa-inquiries-${date}.csv`, body };
  } catch (err) {
    running -= 1;
    client?.release(true);
    log.error({ err }, "inquiries could not be exported");
    return refuse("failed");
  }
}

function recordExport(context: StaffContext, { status, priority, q }: InquiryFilters) {
  return asStaff(context, { input: z.undefined() }, undefined, async ({ record }) => {
    await record({
      actionType: "inquiries_exported",
      subjectType: "inquiries",
      details: { status: status.join(",") || "all", priority, searched: q !== "" },
    });
    return { ok: true };
  });
}

async function openStream(client: PoolClient, filters: InquiryFilters): Promise<ReadableStream<Uint8Array>> {
  const { sql: text, params } = selectRows(filters);
  await client.query("begin isolation level repeatable read read only");
  await client.query(`declare export no scroll cursor for ${text}`, params);
  const read = async () => {
    const { rows } = await client.query<string[]>({ text: `fetch ${rowsAtOnce} from export`, rowMode: "array" });
    return rows;
  };
  // The first rows are read before anything is answered: what fails at once fails as a page.
  let rows = await read();
  let first = true;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function end(broken: boolean) {
    clearTimeout(timer);
    if (ended) return;
    ended = true;
    running -= 1;
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
          controller.enqueue(encode(rows, first));
          first = false;
          rows = rows.length < rowsAtOnce ? [] : await read();
          if (ended) return;
          if (rows.length > 0) return wait(controller);
          end(false);
          controller.close();
        } catch (err) {
          log.error({ err }, "an export of inquiries broke off");
          end(true);
          controller.error(err);
        }
      },
      cancel: () => end(true),
    },
    { highWaterMark: 1 },
  );
}

/**
 * The columns in their order, each as the text that is written; null for what was not given (L-ASK-9). Dates as ISO,
 * which every spreadsheet understands.
 */
function selectRows(filters: InquiryFilters) {
  return db
    .select({
      date: sql<string>`to_char(${t.createdAt} at time zone 'America/Nassau', 'YYYY-MM-DD HH24:MI')`.as("c1"),
      name: t.fullName,
      email: t.email,
      phone: t.phone,
      method: sql<string>`${t.preferredContactMethod}::text`.as("c5"),
      service: sql<string>`${t.visaService}::text`.as("c6"),
      nationality: t.nationality,
      residence: t.residenceCountry,
      expiry: sql<string>`${t.passportExpiryDate}::text`.as("c9"),
      travel: sql<string>`${t.travelDate}::text`.as("c10"),
      adults: sql<string>`${t.numAdults}::text`.as("c11"),
      children: sql<string>`${t.numChildren}::text`.as("c12"),
      purpose: t.purpose,
      status: sql<string>`${t.status}::text`.as("c14"),
      priority: sql<string>`case when ${t.priority} then 'Yes' else 'No' end`.as("c15"),
    })
    .from(t)
    .where(matching(filters))
    .orderBy(...orderBy(orderOf(filters.sort)))
    .toSQL();
}

function encode(rows: (string | null)[][], first: boolean): Uint8Array {
  const records = rows.map((row) =>
    row.map((value, at) => (value !== null && countries.includes(at) ? countryName(value) : value)),
  );
  const text = stringify(records, {
    header: first,
    columns,
    bom: first,
    quoted: true,
    quoted_empty: true,
    record_delimiter: "windows",
    escape_formulas: true,
  });
  return new TextEncoder().encode(text);
}
