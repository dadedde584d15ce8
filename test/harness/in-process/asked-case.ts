import { beforeAll, beforeEach, expect } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { handleRequestsForm } from "~/cases/requests/answering/answer-form.server";
import { requestItems } from "~/cases/requests/asking/ask.server";
import { emptyItem } from "~/cases/requests/asking/check-items";
import { readForApplicant, readForDesk } from "~/cases/requests/read-requests.server";
import { Applicant } from "../applicants/in-process";
import { staffMember } from "./staff";
import type { TestDatabase } from "./test-database";

export type AnswerInput = { text?: string; files?: File[]; intent?: string; attempt?: string; revision?: number };

/** A submitted application with a requested document and answer, new for each test of a file. */
export class AskedCase {
  readonly names = ["Letter of your employer", "Who pays for the trip?"] as const;
  readonly database: TestDatabase;
  staff!: StaffContext;
  applicant!: Applicant;
  id = "";
  /** The open items. */
  document = "";
  question = "";

  constructor(database: TestDatabase) {
    this.database = database;
    beforeAll(async () => {
      this.staff = await staffMember(database, "regular_admin");
    });
    beforeEach(() => this.#make());
  }

  async #make() {
    await this.database.query("delete from limit_counts");
    this.applicant = new Applicant(this.database);
    this.id = await this.applicant.start();
    const submit = "update visa_applications set status = 'submitted', submitted_at = now() where id = $1";
    await this.database.query(submit, [this.id]);
    const items = [
      { ...emptyItem, what: "document", name: this.names[0], reason: "It shows your leave." },
      { ...emptyItem, what: "question", name: this.names[1], reason: "It was left open." },
    ];
    const request = { applicationId: this.id, items, setStatus: true };
    expect(await requestItems(this.staff, request)).toMatchObject({ ok: true });
    [this.document = "", this.question = ""] = (await this.open()).map((item) => item.id);
    await this.forgetMails();
  }

  /** Submits the page's form, by default with `Send`. */
  answer(input: AnswerInput, as = this.applicant) {
    const { text, files = [], intent = "send", attempt = crypto.randomUUID(), revision = 0 } = input;
    const form = new FormData();
    form.set("intent", intent);
    form.set("attempt", attempt);
    for (const item of [this.document, this.question]) form.append("item", item);
    if (text !== undefined) form.set(`text-${this.question}`, text);
    form.set(`revision-${this.question}`, String(revision));
    for (const file of files) form.append(`file-${this.document}`, file);
    return handleRequestsForm(as.context(this.id), this.id, form);
  }

  open = async () => (await readForApplicant(this.id)).open;
  done = async () => (await readForApplicant(this.id)).done;

  /** The last answer of an item, as a decision names it. */
  async decision(item: string) {
    const found = (await readForDesk(this.id)).done.find((entry) => entry.id === item);
    return { applicationId: this.id, item, answer: found?.answers.at(-1)?.id ?? "" };
  }

  forgetMails = () => this.database.query("delete from email_notifications where application_id = $1", [this.id]);

  async mails(): Promise<string[]> {
    const text = "select email_type as kind from email_notifications where application_id = $1 order by email_type";
    return (await this.database.query<{ kind: string }>(text, [this.id])).map(({ kind }) => kind);
  }

  async row() {
    const [row] = await this.database.query("select status, turn from visa_applications where id = $1", [this.id]);
    return row;
  }
}
