import type { Asked } from "../../app/applications/steps/contradictions/asked";
import { standardSteps } from "../../app/applications/steps/registry";
import { confirmingInput } from "../../app/form-engine/confirmed-part";
import type { AppServer } from "./app-server";
import { applicant } from "./applicants/applicant";
import { inBoxes } from "./applicants/date-boxes";
import { formIn } from "./form-fields";

export type Fields = Record<string, string>;
export type Saved = { kind: string; revision?: number; stored?: Fields; answers?: Fields; [other: string]: unknown };

let clients = 0;

/** A browser without JavaScript: stores cookies, follows no redirects, has its own IP and network (TRUST_PROXY). */
export class HttpClient {
  readonly app: AppServer;
  readonly cookies: Map<string, string>;
  #saves = 0;
  readonly address: string;

  /** `same`: continues that browser against another app. */
  constructor(app: AppServer, same?: HttpClient) {
    this.app = app;
    this.cookies = same?.cookies ?? new Map();
    this.address = same?.address ?? `10.${++clients >> 8}.${clients & 255}.7`;
  }

  /** A concurrent tab, with a copy of the current cookies. */
  tab(): HttpClient {
    const tab = new HttpClient(this.app);
    for (const [name, value] of this.cookies) tab.cookies.set(name, value);
    return tab;
  }

  cookieLine() {
    return [...this.cookies].map((pair) => pair.join("=")).join("; ");
  }

  get(path: string, headers: Fields = {}) {
    return this.send(path, { headers });
  }

  /** Posts a form as one of our pages does; a header of undefined is left out. */
  post(path: string, fields: Fields | FormData | URLSearchParams, headers: Record<string, string | undefined> = {}) {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    const all: Record<string, string | undefined> = { origin: this.app.url, ...headers };
    const definedFields = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return this.send(path, { method: "POST", body, headers: Object.fromEntries(definedFields) });
  }

  async send(path: string, init: RequestInit & { duplex?: "half" } = {}) {
    const headers = new Headers(init.headers);
    if (!headers.has("x-forwarded-for")) headers.set("x-forwarded-for", this.address);
    if (this.cookies.size > 0) headers.set("cookie", this.cookieLine());
    const response = await fetch(this.app.url + path, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Starts an application; returns its id. */
  async start(email: string, more: Fields = {}): Promise<string> {
    const response = await this.post("/apply", { email, terms: "yes", attempt: crypto.randomUUID(), ...more });
    const id = /^\/apply\/([0-9a-f-]{36})$/.exec(response.headers.get("location") ?? "")?.[1];
    if (!id) throw new Error(`Not started: ${response.status}`);
    return id;
  }

  /** Saves as the wizard's script does. A browser may save 30 times a minute: faster tests continue in another one. */
  async save(id: string, fields: Fields): Promise<{ status: number; outcome: Saved }> {
    this.#saves += 1;
    if (this.#saves % 25 === 0) await this.changeBrowser(id);
    const seen = fields.intent === "submit" && !("seen" in fields) ? await this.reviewed(id) : {};
    const response = await this.post(`/apply/${id}/save`, inBoxes({ intent: "save", ...seen, ...fields }));
    return { status: response.status, outcome: (await response.json()) as Saved };
  }

  /** The revisions that a review opened now shows; empty if there is none. */
  async reviewed(id: string): Promise<Fields> {
    const page = await (await this.get(`/apply/${id}?step=review_certification`)).text();
    const seen = page.includes('id="step"') ? formIn(page).get("seen") : null;
    return seen === null ? {} : { seen };
  }

  /** Gets access to an application in another browser, as by a resume link. */
  async changeBrowser(id: string): Promise<void> {
    const token = crypto.randomUUID();
    await this.app.query(
      `insert into application_holders (token_hash, application_id, expires_at)
       select encode(sha256($1::text::bytea), 'hex'), application_id, expires_at from application_holders
       where application_id = $2 limit 1`,
      [token, id],
    );
    for (const name of this.cookies.keys()) if (name.endsWith(id)) this.cookies.set(name, token);
  }

  /** Completes the steps before the review with `applicant`'s answers; `change` replaces some, by step code. */
  async fillIn(id: string, change: Record<string, Fields> = {}): Promise<void> {
    const [row] = await this.app.query<{ email: string }>(
      "select user_email as email from visa_applications where id = $1",
      [id],
    );
    for (const { code, title } of standardSteps.slice(0, 7)) {
      // Another email would request an email change.
      const email: Fields = code === "applicant_info" && row?.email ? { email: row.email } : {};
      const { status, outcome } = await this.save(id, {
        ...form(code, title, { ...email, ...change[code] }),
        intent: "next",
      });
      if (status !== 200) throw new Error(`${code}: ${status} ${JSON.stringify(outcome)}`);
    }
  }

  /** Submits it and confirms contradictions, such as a signature with another name than in step 1. */
  submit(id: string, attempt: string = crypto.randomUUID(), revision = 0) {
    const { code, title } = standardSteps[7] ?? { code: "", title: "" };
    return this.saveTicked(id, { ...form(code, title), revision: String(revision), intent: "submit", attempt });
  }

  /** Submits a form that continues; contradictions are confirmed and it is sent again. */
  async saveTicked(id: string, fields: Fields): Promise<{ status: number; outcome: Saved }> {
    const response = await this.save(id, fields);
    if (response.outcome.kind !== "contradicted") return response;
    return this.save(id, { ...fields, ...ticksOf(response.outcome), revision: String(response.outcome.revision) });
  }
}

/** The inputs that confirm a result's contradictions. */
export const ticksOf = ({ asked }: Saved): Fields =>
  Object.fromEntries((asked as Asked[]).map(({ key, mark }) => [confirmingInput(key), mark]));

/** A step's form: `applicant`'s answers with changes. */
export function form(code: string, title: string, change: Fields = {}): Fields {
  const email: Fields = code === "applicant_info" ? { email: "nadege@mail.example" } : {};
  return inBoxes<string>({ step: code, revision: "0", ...email, ...applicant[title], ...change });
}

/** Polls until `read` returns a truthy value, and returns that; throws after `seconds`. */
export async function until<Value>(
  label: string,
  read: () => Promise<Value> | Value,
  seconds = 90,
): Promise<NonNullable<Value>> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${label}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
