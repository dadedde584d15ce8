import type { AppServer } from "../app-server";

/** Ways in which the database refuses a submission, and the message for each. */
export const refusals = [
  {
    what: "[W-SUBMIT-11, W-SUBMIT-9] no row comes back",
    table: "visa_applications",
    event: "update",
    body: "if new.status = 'submitted' then return null; end if;",
    title: "Submission Failed",
    said: "No application data returned after update",
  },
  {
    what: "[W-SUBMIT-15, W-SUBMIT-8] a unique key is taken",
    table: "application_submissions",
    event: "insert",
    body: "raise unique_violation;",
    title: "Already Submitted",
    said: "This application has already been submitted. Please check your email for confirmation.",
  },
  {
    what: "[W-SUBMIT-10] it fails without words for people",
    table: "application_submissions",
    event: "insert",
    body: "raise exception 'secret inner words';",
    title: "Submission Failed",
    said: "Failed to submit application. Please try again.",
  },
];

/** Makes the database refuse a submission; returns a function that ends that. */
export async function misbehave(app: AppServer, id: string, { table, event, body }: (typeof refusals)[number]) {
  const column = table === "visa_applications" ? "id" : "application_id";
  await app.query(
    `create function misbehave() returns trigger language plpgsql as $$ begin
       if new.${column} = '${id}' then ${body} end if; return new; end $$`,
  );
  await app.query(`create trigger misbehave before ${event} on ${table} for each row execute function misbehave()`);
  return () => app.query(`drop trigger misbehave on ${table}; drop function misbehave()`);
}
