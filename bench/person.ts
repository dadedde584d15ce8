import { applicant } from "../test/harness/applicants/applicant.ts";
import { inBoxes } from "../test/harness/applicants/date-boxes.ts";

const codes: Record<string, string> = {
  "Applicant Information": "applicant_info",
  "Passport Information": "passport_info",
  "Contact Information": "contact_info",
  "Trip Details": "trip_details",
  "Family Background": "family_background",
  "Employment/Education": "employment_education",
  "Security Questions": "security_questionnaire",
  "Review & Certification": "review_certification",
};
let people = 0;

/** A person who starts, fills in and submits, from their own IP (`TRUST_PROXY`). Throws at any unexpected response. */
export class Person {
  readonly url: string;
  /** In its own network, because a /24 has a limit too. */
  readonly address = `10.${77 + (++people >> 8)}.${people & 255}.1`;
  id = "";
  cookie = "";
  revision = 0;
  /** The revisions of the steps that the review's form shows. */
  private readonly revisions = new Map<string, number>();

  constructor(url: string) {
    this.url = url;
  }

  private post(path: string, fields: Record<string, string>) {
    const headers = { origin: this.url, "x-forwarded-for": this.address, cookie: this.cookie };
    return fetch(this.url + path, { method: "POST", redirect: "manual", headers, body: new URLSearchParams(fields) });
  }

  async start(): Promise<void> {
    const email = `bench.${crypto.randomUUID()}@mail.example`;
    const response = await this.post("/apply", { email, terms: "yes", attempt: crypto.randomUUID() });
    this.id = response.headers.get("location")?.split("/")[2] ?? "";
    this.cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    await response.arrayBuffer();
    if (!this.id) throw new Error(`Not started: ${response.status}`);
  }

  async fillIn(): Promise<void> {
    for (const title of Object.keys(codes).slice(0, 7)) await this.send(title, "next", "moved");
  }

  /** Saves as the wizard's script does while typing. */
  async save(): Promise<void> {
    const fields = { ...applicant["Applicant Information"], email: "bench@mail.example", step: "applicant_info" };
    const cityOfBirth = `Nassau ${this.revision}`;
    const typed = inBoxes<string>({ ...fields, cityOfBirth, revision: String(this.revision), intent: "save" });
    const response = await this.post(`/apply/${this.id}/save`, typed);
    const { kind, revision } = (await response.json()) as { kind: string; revision?: number };
    if (kind !== "saved" || revision === undefined) throw new Error(`Not saved: ${response.status} ${kind}`);
    this.revision = revision;
    this.revisions.set("applicant_info", revision);
  }

  submit(): Promise<void> {
    return this.send("Review & Certification", "submit", "submitted");
  }

  private async send(title: string, intent: string, expected: string) {
    const fields = {
      email: "bench@mail.example",
      ...applicant[title],
      step: codes[title] ?? "",
      revision: "0",
      seen: [...this.revisions].map((revision) => revision.join(":")).join(" "),
      intent,
    };
    const typed = inBoxes<string>({ ...fields, attempt: crypto.randomUUID() });
    const response = await this.post(`/apply/${this.id}/save`, typed);
    const { kind, revision = 0 } = (await response.json()) as { kind: string; revision?: number };
    if (kind !== expected) throw new Error(`${title}: ${response.status} ${kind}`);
    this.revisions.set(codes[title] ?? "", revision);
  }
}
