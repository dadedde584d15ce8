import { beforeAll, beforeEach, expect } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { askApplicant } from "~/applications/case/requests/asking/ask.server";
import { correctionOf, emptyItem, type TypedItem } from "~/applications/case/requests/asking/check-items";
import { Applicant } from "../applicants/in-process";
import type { Fields } from "../visitor";
import type { OwnDatabase } from "./own-database";
import { staffMember } from "./staff";

/** An application with every answer that was signed and submitted, made anew before each test of a file. */
export class SignedCase {
  readonly database: OwnDatabase;
  staff!: StaffContext;
  applicant!: Applicant;
  id = "";

  constructor(database: OwnDatabase, change: Record<string, Fields> = {}, more: Fields = {}) {
    this.database = database;
    beforeAll(async () => {
      this.staff = await staffMember(database, "regular_admin");
    });
    beforeEach(async () => {
      await database.query("delete from limit_counts");
      this.applicant = new Applicant(database);
      this.id = await this.applicant.ready(change, more);
      expect(await this.applicant.submit(this.id)).toEqual({ ok: true });
      await this.forgetMails();
    });
  }

  /** An item of the form at the desk: the correction of these questions of a step. */
  correction = (step: string, questions: readonly string[], more: Partial<TypedItem> = {}): TypedItem => ({
    ...emptyItem,
    what: correctionOf(step),
    questions: [...questions],
    reason: "Your passport says something else.",
    ...more,
  });

  ask = (...items: TypedItem[]) => askApplicant(this.staff, { applicationId: this.id, items, setStatus: true });

  forgetMails = () => this.database.query("delete from email_notifications where application_id = $1", [this.id]);
}
