import { randomUUID } from "node:crypto";
import type { StaffContext } from "~/accounts/staff.server";
import { registerReceipts } from "~/cases/fees/receipt-mail.server";
import { endUndo } from "../../../../../test/harness/desk/undo";
import { draftOf, submitted } from "../../../../../test/harness/in-process/draft";
import { runJob } from "../../../../../test/harness/in-process/jobs";
import type { TestDatabase } from "../../../../../test/harness/in-process/test-database";
import { recordEntry } from "../record-entry.server";
import { reverseEntry } from "../reverse-entry.server";
import { registerEntryUndo } from "../undo-entry.server";

/** A submitted case that costs $385.00, and the entries that staff record in it. */
export class Case {
  readonly database: TestDatabase;
  readonly by: StaffContext;
  readonly id: string;
  readonly number: string;
  readonly email: string;

  constructor(database: TestDatabase, by: StaffContext, made: { id: string; number: string; email: string }) {
    this.database = database;
    this.by = by;
    this.id = made.id;
    this.number = made.number;
    this.email = made.email;
    registerReceipts();
    registerEntryUndo();
  }

  static async of(database: TestDatabase, by: StaffContext, columns: Record<string, unknown> = {}): Promise<Case> {
    const made = await draftOf(database, { ...submitted, total_amount_due: "385", ...columns });
    return new Case(database, by, made);
  }

  record(intent: string, fields: Record<string, string> = {}, by = this.by) {
    return recordEntry(by, { applicationId: this.id, attempt: randomUUID(), intent, ...fields });
  }
  /** Records and confirms the question; a refund leaves the price unless `price` says otherwise. */
  async recordAnyway(intent: string, fields: Record<string, string>) {
    const sent = { price: "owed", attempt: randomUUID(), ...fields };
    const first = await this.record(intent, sent);
    return "question" in first ? this.record(intent, { ...sent, confirmed: first.question.key }) : first;
  }
  /** Ends the ten seconds for undoing: receipts are issued, and the applicant sees the entry. */
  async tenSecondsPass(): Promise<void> {
    await endUndo(this.database);
    await this.issueReceipts();
  }
  async issueReceipts(): Promise<void> {
    for (const data of await this.receiptJobs()) await runJob("case.receipt", data);
  }
  async receiptJobs() {
    const rows = await this.database.query(
      "select data from pgboss.job where name = 'case.receipt' and data ->> 'applicationId' = $1 order by created_on",
      [this.id],
    );
    return rows.map(({ data }) => data);
  }
  private async recordedForGood(intent: string, fields: Record<string, string>) {
    const result = await this.recordAnyway(intent, fields);
    if (result.ok) await this.tenSecondsPass();
    return result;
  }
  pay(amount: string, more: Record<string, string> = {}) {
    return this.recordedForGood("payment", { amount, method: "card", paidOn: "2026-11-02", ...more });
  }
  refund(amount: string, more: Record<string, string> = {}) {
    return this.recordedForGood("refund", { amount, method: "cash", paidOn: "2026-11-03", ...more });
  }
  charge(name: string, amount: string, more: Record<string, string> = {}) {
    return this.record("charge", { name, amount, payee: "us", ...more });
  }
  reverse(entry: string, reason = "It was recorded twice.", attempt: string = randomUUID(), confirmed = "") {
    return reverseEntry(this.by, { applicationId: this.id, entry, reason, attempt, confirmed });
  }

  async figures() {
    const [row] = await this.database.query(
      `select total_amount_due as due, amount_paid as paid, payment_status as status from visa_applications where id = $1`,
      [this.id],
    );
    return row;
  }

  entries() {
    return this.database.query<{ id: string; kind: string; amount: string; name: string; receipt: string | null }>(
      `select id, kind, amount, name, receipt_number as receipt from ledger_entries where application_id = $1
       order by created_at, kind`,
      [this.id],
    );
  }

  async last() {
    const entry = (await this.entries()).at(-1);
    if (!entry) throw new Error("There is no entry");
    return entry;
  }
}
