import { beforeEach } from "vitest";
import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { addRequest, type NewItem } from "~/cases/requests/add-request.server";
import { fieldsInput, inputPrefix } from "~/cases/requests/amendments/correcting/typed-correction";
import { type Amendment, amendmentsOf } from "~/cases/requests/amendments/read-amendments.server";
import { handleRequestsForm } from "~/cases/requests/answering/answer-form.server";
import { readForApplicant } from "~/cases/requests/read-requests.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { db } from "~/db/client.server";
import { confirmingInput } from "~/form-engine/confirmed-part";
import { inBoxes } from "../applicants/date-boxes";
import { Applicant } from "../applicants/in-process";
import type { Fields } from "../http-client";
import type { TestDatabase } from "./test-database";

type Sent = {
  intent?: string;
  attempt?: string;
  /** `no` leaves the checkbox out. */
  certifies?: "yes" | "no";
  signature?: string;
  /** Confirmed contradictions: their tokens by key. */
  confirms?: Record<string, string>;
  revision?: number;
};

type Corrections = Record<string, { step: string; fields: Fields; shown?: string[] }>;

/** A submitted application with requested corrections, new for each test of a file. */
export class CorrectedCase {
  readonly database: TestDatabase;
  /** The applicant's name, which is the default signature. */
  readonly signature = "Nadège Ñuñez O'Brien-陳";
  applicant!: Applicant;
  id = "";

  constructor(database: TestDatabase, answers: Record<string, Fields> = {}, more: Fields = {}) {
    this.database = database;
    beforeEach(async () => {
      await database.query("delete from limit_counts");
      this.applicant = new Applicant(database);
      this.id = await this.applicant.ready(answers, more);
      const submitted = await this.applicant.submit(this.id);
      if (!submitted.ok) throw new Error(`Not submitted: ${JSON.stringify(submitted)}`);
      await database.query("delete from case_requests where application_id = $1", [this.id]);
      await database.query("delete from email_notifications where application_id = $1", [this.id]);
    });
  }

  /** Requests a correction of a step's questions, as signed; returns its id. */
  async ask(stepCode: string, names: readonly string[], more: Partial<NewItem> = {}): Promise<string> {
    const step = (await signedRecord(this.id))?.steps.find(({ code }) => code === stepCode);
    const questions = names.map((name) => {
      const label = step?.answers.find((answer) => answer.name === name)?.label;
      if (label === undefined) throw new Error(`The record has no ${name}`);
      return { name, label };
    });
    const item: NewItem = {
      ...{ kind: "correction", documentType: null, stepCode, questions, name: step?.title ?? "" },
      ...{ description: "", reason: "It differs from your passport.", dueOn: null, ifLate: "", ...more },
    };
    await db.transaction(async (tx) => {
      await addRequest(tx, { applicationId: this.id, adminEmail: "staff@lucaya.test", items: [item] });
      await updateTurn(tx, this.id);
    });
    const { open } = await readForApplicant(this.id);
    return open.at(-1)?.id ?? "";
  }

  /** The same, but confirms contradictions and sends it again. */
  async answerTicked(corrections: Corrections, sent: Sent = {}) {
    const result = await this.answer(corrections, sent);
    if (result.kind !== "refused" || result.signature.asked.length === 0) return result;
    const confirms = Object.fromEntries(result.signature.asked.map(({ key, mark }) => [key, mark]));
    return this.answer(corrections, { ...sent, confirms });
  }

  /** Submits the page's form with these inputs, by item. */
  answer(corrections: Corrections, sent: Sent = {}) {
    const form = new FormData();
    form.set("intent", sent.intent ?? "send");
    form.set("attempt", sent.attempt ?? crypto.randomUUID());
    for (const [item, { step, fields, shown }] of Object.entries(corrections)) {
      form.append("item", item);
      const names = shown ?? [...new Set(Object.keys(fields).map((name) => /^\w+/.exec(name)?.[0] ?? name))];
      form.set(fieldsInput(item), [step, ...names].join(" "));
      form.set(`revision-${item}`, String(sent.revision ?? 0));
      for (const [name, value] of Object.entries(inBoxes(fields))) form.set(inputPrefix(item) + name, String(value));
    }
    if (sent.certifies !== "no") form.set("certifyAccuracy", "yes");
    form.set("electronicSignature", sent.signature ?? this.signature);
    for (const [key, value] of Object.entries(sent.confirms ?? {})) form.set(confirmingInput(key), value);
    return handleRequestsForm(this.applicant.context(this.id), this.id, form);
  }

  open = async () => (await readForApplicant(this.id)).open;
  done = async () => (await readForApplicant(this.id)).done;
  amendments = (): Promise<Amendment[]> => amendmentsOf(this.id);
}
