import { privateLink } from "~/mail/links/private-links.server";
import { browserWith, draftOf } from "./draft";
import type { TestDatabase } from "./test-database";

let made = 0;
export const newAddress = () => `new${++made}@mail.example`;

/** An application with a browser that opened its link, and one that started it. */
export async function heldDraft(database: TestDatabase, columns: Record<string, unknown> = {}) {
  const draft = await draftOf(database, columns);
  const [began, came] = [await browserWith(draft), await browserWith(draft, "Firefox on Windows")];
  await database.query("update application_holders set began = true where token_hash = $1", [began.holder]);
  const context = { address: "203.0.113.7", holder: came.holder };
  return { draft, began, came, context, starter: { address: "203.0.113.8", holder: began.holder } };
}

/** The token of the link mailed for the pending change. */
export async function tokenOf(database: TestDatabase, applicationId: string): Promise<string> {
  const [open] = await database.query<{ secret: string }>(
    "select secret from application_email_changes where application_id = $1",
    [applicationId],
  );
  if (!open) throw new Error("No change waits");
  return new URL(privateLink("change", applicationId, open.secret)).searchParams.get("token") ?? "";
}

type Row = { email: string; confirmed: boolean; waits: string | null; token: string; byLink: boolean };
/** The email of an application, and the pending one. */
export async function addressIn(database: TestDatabase, id: string) {
  const [row] = await database.query<Row>(
    `select user_email as email, email_confirmed_at is not null as confirmed, c.new_email as waits,
       resume_token as token, opens_by_link_only as "byLink"
     from visa_applications a left join application_email_changes c on c.application_id = a.id where a.id = $1`,
    [id],
  );
  if (!row) throw new Error("We can’t find this application");
  return row;
}

/** The token hashes of browsers with access to an application. */
export const holdersOf = async (database: TestDatabase, id: string): Promise<string[]> =>
  (
    await database.query<{ hash: string }>(
      "select token_hash as hash from application_holders where application_id = $1 order by created_at, token_hash",
      [id],
    )
  ).map(({ hash }) => hash);
