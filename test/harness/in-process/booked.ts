import { nassauZone } from "~/core/time";
import { wallTimeAt } from "~/core/zones/wall-time";
import { privateLink } from "~/mail/links/private-links.server";
import type { TestDatabase } from "./test-database";

export type BookedRow = Record<string, unknown> & { id: string; inquiry_id: string; link_secret: string };

let people = 0;

/** A confirmed consultation with its inquiry, as confirming stores it; the columns of both can be set. */
export async function bookedConsultation(
  { query }: Pick<TestDatabase, "query">,
  startsAt: Date,
  columns: Record<string, unknown> = {},
  ofInquiry: Record<string, unknown> = {},
): Promise<BookedRow> {
  const insert = async <Row extends object>(table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    const [stored] = await query<Row>(
      `insert into ${table} (${names.join(", ")}) values (${names.map((_, at) => `$${at + 1}`).join(", ")}) returning *`,
      Object.values(row),
    );
    if (!stored) throw new Error(`Nothing was inserted into ${table}`);
    return stored;
  };
  const end = new Date(startsAt.getTime() + 30 * 60_000);
  const inquiry = await insert<{ id: string }>("visa_inquiries", {
    ...{ full_name: "Natasha Rolle", email: `natasha.rolle${++people}@mail.test`, phone: "+12425550111" },
    ...{ visa_service: "UK Visitor Visa", purpose: "A visit to my sister", privacy_consent: true },
    ...{ came_by: "Booking", owner_id: columns.admin_id ?? null, promised_by: end, ...ofInquiry },
  });
  return insert<BookedRow>("consultations", {
    ...{ inquiry_id: inquiry.id, starts_at: startsAt, minutes: 30, way: "phone", state: "booked" },
    ...{ zone: "Europe/London", ...wallTimeAt(startsAt, nassauZone) },
    history: JSON.stringify([{ what: "booked", at: new Date().toISOString(), by: null }]),
    ...columns,
  });
}

/** The token of its private link. */
export const yoursToken = ({ id, link_secret: secret }: BookedRow): string =>
  new URL(privateLink("consultation", id, secret)).searchParams.get("token") ?? "";
