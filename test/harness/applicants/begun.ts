import type { AppServer } from "../app-server";
import { plain } from "../desk/desk";
import { mailsTo, resumeLinkOf } from "../fakes/mails";
import { HttpClient } from "../http-client";

const chrome =
  "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
let people = 0;
export const newEmail = () => `natasha.${++people}@mail.example`;

/** Starts an application with an email, and returns the mailed link. */
export async function startWithEmail(app: AppServer, more: Record<string, string> = {}) {
  const email = newEmail();
  const client = new HttpClient(app);
  const attempt = crypto.randomUUID();
  const fields = { email, terms: "yes", attempt, ...more };
  const started = await client.post("/apply", fields, { "user-agent": chrome });
  const id = started.headers.get("location")?.split("/")[2] ?? "";
  const [welcome] = await mailsTo(app, email, "application_started", 1);
  return { email, starter: client, attempt, id, welcome, ...resumeLinkOf(welcome) };
}

type Row = {
  email: string;
  confirmed: Date | null;
  refused: string[];
  token: string;
  byLink: boolean;
  status: string;
};
export async function rowOf(app: AppServer, id: string) {
  const [row] = await app.query<Row>(
    `select user_email as email, email_confirmed_at as confirmed, refused_email_hashes as refused,
     resume_token as token, opens_by_link_only as "byLink", status from visa_applications where id = $1`,
    [id],
  );
  if (!row) throw new Error("We can’t find this application");
  return row;
}
export const textOf = async (client: HttpClient, path: string) =>
  plain((await (await client.get(path)).text()).replaceAll("<wbr/>", ""));
export const recorded = async (app: AppServer, id: string) =>
  (
    await app.query<{ action: string; admin: string | null }>(
      "select action_type as action, admin_email as admin from admin_activity_log where subject_id = $1 order by created_at",
      [id],
    )
  ).map(({ action, admin }) => [action, admin]);
