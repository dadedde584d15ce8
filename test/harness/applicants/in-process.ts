import { type FoundApplication, findApplication } from "~/applications/access/find.server";
import { holderToken } from "~/applications/access/holder.server";
import { startApplication } from "~/applications/start/start.server";
import { stepsOfService } from "~/applications/steps/service-steps.server";
import { seenNow } from "~/applications/stored-answers/answers.server";
import { type Seen, seenText } from "~/applications/stored-answers/seen";
import { submitApplication } from "~/applications/submit/submit.server";
import { wizardData } from "~/applications/wizard/data.server";
import { statusOf } from "~/applications/wizard/saving/step-answer.server";
import { handleStepForm } from "~/applications/wizard/saving/step-request.server";
import { registerOpenCase } from "~/cases/open-case.server";
import { standardSteps } from "../../../app/applications/steps/registry";
import { type Fields, form, type Saved, ticksOf } from "../http-client";
import type { TestDatabase } from "../in-process/test-database";
import { inBoxes } from "./date-boxes";

let made = 0;
export const newEmail = () => `applicant.${++made}@mail.example`;

// As the server does at startup.
registerOpenCase();

/** An applicant's browser in process: starts, saves and submits like `HttpClient`, but without HTTP and pages. */
export class Applicant {
  readonly database: TestDatabase;
  readonly address = `10.${++made >> 8}.${made & 255}.9`;
  readonly #holders = new Map<string, string>();
  #saves = 0;

  constructor(database: TestDatabase) {
    this.database = database;
  }

  /** The context of the holder's verbs; without access it is another user's. */
  context(id: string) {
    return { address: this.address, holder: this.#holders.get(id) ?? "0".repeat(64) };
  }

  /** Starts an application; returns its id. */
  async start(email = newEmail(), more: Fields = {}): Promise<string> {
    const data = new FormData();
    for (const [name, value] of Object.entries({ email, terms: "yes", attempt: crypto.randomUUID(), ...more }))
      data.set(name, value);
    const started = await startApplication(
      { address: this.address, browser: "Firefox on Linux", token: undefined },
      data,
    );
    if (!started.ok) throw new Error(`Not started: ${started.reason}`);
    this.keep(started.id, started.cookie);
    return started.id;
  }

  /** Stores the cookie that a verb returns. */
  keep(id: string, cookie: string): void {
    const holder = holderToken(cookie.split(";")[0] ?? "", id);
    if (holder) this.hold(id, holder);
  }

  /** Uses the token with this hash for an application from now on. */
  hold(id: string, holder: string): void {
    this.#holders.set(id, holder);
  }

  async found(id: string): Promise<FoundApplication> {
    const found = await findApplication(id);
    if (!found) throw new Error("We can’t find this application");
    return found;
  }

  /** Without a step, the screen that the application opens at. */
  async screen(id: string, step?: string, change?: string) {
    return wizardData(await this.found(id), step ?? null, { change: change ?? null });
  }

  /** The revisions that a review opened now would show. */
  async seen(id: string): Promise<Seen> {
    const { application } = await this.found(id);
    return seenNow(await stepsOfService(application.visaServiceId), application);
  }

  /** Saves a form as the wizard's script does; an invalid form is status 400. */
  async save(id: string, fields: Fields | URLSearchParams): Promise<{ status: number; outcome: Saved }> {
    // A browser may save 30 times a minute.
    if (++this.#saves % 25 === 0) await this.changeBrowser(id);
    const body =
      fields instanceof URLSearchParams ? fields : new URLSearchParams(inBoxes({ intent: "save", ...fields }));
    if (body.get("intent") === "submit" && !body.has("seen")) body.set("seen", seenText(await this.seen(id)));
    const found = await this.found(id);
    try {
      const outcome = await handleStepForm(this.context(id), found.application, body, found);
      return { status: statusOf(outcome), outcome: outcome as Saved };
    } catch (thrown) {
      if (!(thrown instanceof Response)) throw thrown;
      return { status: thrown.status, outcome: { kind: "thrown" } };
    }
  }

  /** The same, but confirms contradictions and sends it again. */
  async saveTicked(id: string, form: URLSearchParams): Promise<{ status: number; outcome: Saved }> {
    const response = await this.save(id, form);
    if (response.outcome.kind !== "contradicted") return response;
    form.set("revision", String(response.outcome.revision));
    for (const [name, value] of Object.entries(ticksOf(response.outcome))) form.set(name, value);
    return this.save(id, form);
  }

  /** Gets access to an application in another browser. */
  async changeBrowser(id: string): Promise<void> {
    const token = crypto.randomUUID().replaceAll("-", "").repeat(2);
    await this.database.query(
      "insert into application_holders (token_hash, application_id, expires_at) values ($1, $2, now() + interval '1 day')",
      [token, id],
    );
    this.#holders.set(id, token);
  }

  /** Completes the steps before the review; `change` replaces answers, by step code. */
  async fillIn(id: string, change: Record<string, Fields> = {}): Promise<void> {
    const { userEmail } = (await this.found(id)).application;
    for (const { code, title } of standardSteps.slice(0, 7)) {
      // Another email would request an email change.
      const email: Fields = code === "applicant_info" && userEmail ? { email: userEmail } : {};
      const { status, outcome } = await this.save(id, {
        ...form(code, title, { ...email, ...change[code] }),
        intent: "next",
      });
      if (status !== 200) throw new Error(`${code}: ${status} ${JSON.stringify(outcome)}`);
    }
  }

  /** A complete application that isn't submitted. */
  async ready(change: Record<string, Fields> = {}, more: Fields = {}): Promise<string> {
    const id = await this.start(newEmail(), more);
    await this.fillIn(id, change);
    const { code, title } = standardSteps[7] ?? { code: "", title: "" };
    await this.save(id, form(code, title, change[code]));
    return id;
  }

  /** Submits it with the current revisions, or `seen`. */
  async submit(id: string, attempt: string = crypto.randomUUID(), seen?: Seen) {
    const found = await this.found(id);
    return submitApplication(this.context(id), found, { attempt, seen: seen ?? (await this.seen(id)) });
  }
}

/** The kinds of mails enqueued for an application, each with its job. */
export async function mailsOf(database: TestDatabase, id: string): Promise<string[]> {
  const rows = await database.query<{ id: string; kind: string }>(
    "select id, email_type as kind from email_notifications where application_id = $1 order by created_at, kind",
    [id],
  );
  return rows.map(({ kind }) => kind);
}

/** The record of an application, without times. */
export const recordOf = (database: TestDatabase, id: string) =>
  database.query(
    `select action_type as action, subject_type as subject, admin_email as admin, details, address
     from admin_activity_log where subject_id = $1 order by created_at`,
    [id],
  );

/** Runs `act` while the database refuses every write to a table. */
export async function whileRefused<Value>(
  database: TestDatabase,
  table: string,
  act: () => Promise<Value>,
): Promise<Value> {
  await database.query(
    `create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create trigger refuse before insert or update or delete on ${table} for each row execute function refuse()`,
  );
  try {
    return await act();
  } finally {
    await database.query(`drop trigger refuse on ${table}`);
  }
}

/** All stored data of an application, for comparison. */
export async function wholeOf(database: TestDatabase, id: string): Promise<unknown> {
  const [row] = await database.query(
    `select to_jsonb(a) as application,
       (select json_agg(h order by h.created_at, h.id) from application_status_history h where h.application_id = a.id) as history,
       (select json_agg(s) from application_submissions s where s.application_id = a.id) as signed,
       (select json_agg(d order by d.id) from documents d where d.application_id = a.id) as files,
       (select json_agg(m order by m.id) from email_notifications m where m.application_id = a.id) as mails,
       (select json_agg(r order by r.id) from admin_activity_log r where r.subject_id = a.id::text) as record
     from visa_applications a where a.id = $1`,
    [id],
  );
  return row;
}
