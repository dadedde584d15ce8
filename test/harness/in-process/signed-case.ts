import { beforeAll } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { requestItems } from "~/cases/requests/asking/ask.server";
import { correctionOf, emptyItem, type TypedItem } from "~/cases/requests/asking/check-items";
import { acceptAnswer, askAgain } from "~/cases/requests/checking/decide.server";
import { readForDesk } from "~/cases/requests/read-requests.server";
import type { Fields } from "../http-client";
import { CorrectedCase } from "./corrected-case";
import { staffMember } from "./staff";
import type { TestDatabase } from "./test-database";

/** The same, with the staff who request and decide. */
export class SignedCase extends CorrectedCase {
  staff!: StaffContext;

  constructor(database: TestDatabase, answers: Record<string, Fields> = {}, more: Fields = {}) {
    super(database, answers, more);
    beforeAll(async () => {
      this.staff = await staffMember(database, "regular_admin");
    });
  }

  /** An item of the desk's form: the correction of a step's questions. */
  item = (step: string, questions: readonly string[], more: Partial<TypedItem> = {}): TypedItem => ({
    ...{ ...emptyItem, what: correctionOf(step), questions: [...questions] },
    ...{ reason: "Your passport says something else.", ...more },
  });

  request = (...items: TypedItem[]) => requestItems(this.staff, { applicationId: this.id, items, setStatus: true });

  /** Requests a correction of a step's questions, and sends it with these inputs; returns its item. */
  async corrected(step: string, names: readonly string[], fields: Fields): Promise<string> {
    const requested = await this.request(this.item(step, names));
    if (!requested.ok) throw new Error(`Not asked: ${JSON.stringify(requested)}`);
    const id = (await this.open()).at(-1)?.id ?? "";
    await this.send(id, step, fields);
    return id;
  }

  /** Sends an open correction. */
  async send(id: string, step: string, fields: Fields): Promise<void> {
    const sent = await this.answerTicked({ [id]: { step, fields } });
    if (sent.kind !== "sent") throw new Error(`Not sent: ${JSON.stringify(sent)}`);
  }

  /** The last answer of an item, as a decision names it. */
  async decision(item: string) {
    const found = (await readForDesk(this.id)).done.find((entry) => entry.id === item);
    return { applicationId: this.id, item, answer: found?.answers.at(-1)?.id ?? "" };
  }

  accept = async (item: string) => acceptAnswer(this.staff, await this.decision(item));
  refuse = async (item: string, reason: string) =>
    askAgain(this.staff, { ...(await this.decision(item)), reason, setStatus: false });

  forgetMails = () => this.database.query("delete from email_notifications where application_id = $1", [this.id]);

  async mails(): Promise<string[]> {
    const text = "select email_type as kind from email_notifications where application_id = $1 order by created_at";
    return (await this.database.query<{ kind: string }>(text, [this.id])).map(({ kind }) => kind);
  }
}
