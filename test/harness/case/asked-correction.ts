import type { AppServer } from "../app-server";
import type { Case } from "./opened-case";

type RequestedCorrection = { step: string; name: string; questions: Record<string, string>; reason?: string };

/** Requests a correction of a step's questions, worded as signed; returns the item's id. */
export async function askCorrection(
  app: AppServer,
  { id }: Pick<Case, "id">,
  { step, name, questions, reason = "It differs from your passport." }: RequestedCorrection,
): Promise<string> {
  const named = Object.entries(questions).map(([question, label]) => ({ name: question, label }));
  const [item] = await app.query<{ id: string }>(
    `with request as (insert into case_requests (application_id, admin_email) values ($1, 'staff@lucaya.test') returning id)
     insert into case_request_items (request_id, application_id, position, kind, step_code, questions, name, reason)
     select id, $1, 0, 'correction', $2, $3::jsonb, $4, $5 from request returning id`,
    [id, step, JSON.stringify(named), name, reason],
  );
  if (!item) throw new Error("Nothing was asked");
  return item.id;
}
