import { expect } from "vitest";
import type { AppServer } from "../app-server";
import { type HttpClient, until } from "../http-client";
import { queueIsDone } from "../queue";

/** Decides a case so many years ago, as if staff had done it then. */
export async function decideAgo(app: AppServer, id: string, years: number): Promise<void> {
  await app.query("update visa_applications set status = 'denied' where id = $1", [id]);
  await app.query(
    `insert into application_status_history (application_id, from_status, to_status, created_at)
     values ($1, 'submitted', 'denied', now() - make_interval(years => $2))`,
    [id, years],
  );
}

/** A confirmed request to erase an application, an inquiry or a subscription; returns its id. */
export async function requestOf(
  app: AppServer,
  kind: "application" | "inquiry" | "subscriber",
  id: string,
): Promise<string> {
  const [row] = await app.query<{ id: string }>(
    `insert into erasure_requests (group_id, ${kind}_id, email, state, confirmed_at)
     values (gen_random_uuid(), $1, 'asked@mail.example', 'open', now()) returning id`,
    [id],
  );
  return row?.id ?? "";
}

const tables = {
  application: "visa_applications",
  inquiry: "visa_inquiries",
  subscriber: "newsletter_subscribers",
} as const;

/** Decides at the desk without waiting for the result. */
export async function decide(desk: HttpClient, requestId: string, decision: "erase" | "restrict"): Promise<void> {
  const response = await desk.post(`/admin/privacy/requests/${requestId}`, { decision, sure: "yes" });
  expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/privacy"]);
}

/** Decides at the desk, and waits until the rows are deleted. */
export async function carryOut(
  desk: HttpClient,
  kind: keyof typeof tables,
  id: string,
  decision: "erase" | "restrict",
) {
  const { app } = desk;
  await decide(desk, await requestOf(app, kind, id), decision);
  await until(`${kind} is gone`, async () =>
    (await app.query(`select from ${tables[kind]} where id = $1`, [id])).length === 0 ? true : undefined,
  );
}

/** Waits until the queue has finished an erasure outside the database, and has sent its mail. */
export async function cleaned(app: AppServer): Promise<void> {
  for (const room of ["privacy.", "documents.", "mail."]) await queueIsDone(app, room);
}
