import { beforeEach, expect } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { readAgreement } from "~/cases/agreement/reading/read-agreement.server";
import { signAgreement } from "~/cases/agreement/sign-agreement.server";
import { agreementBlocks } from "~/cases/agreement/tests/blocks";
import { recordEntry } from "~/cases/fees/desk/record-entry.server";
import { db } from "~/db/client.server";
import { Applicant, mailsOf } from "../applicants/in-process";
import { publishAgreement } from "../desk/agreements";
import { staffMember } from "../in-process/staff";
import type { TestDatabase } from "../in-process/test-database";

/** A service whose agreement applicants sign: in each test with new ones, and without an agreement at first. */
export class SigningCase {
  service = "";
  readonly #database: TestDatabase;
  #applicant: Applicant | undefined;
  #staff: StaffContext | undefined;

  constructor(database: TestDatabase) {
    this.#database = database;
    beforeEach(async () => {
      this.#applicant = new Applicant(database);
      const [found] = await database.query<{ id: string }>(
        "select id from visa_services where slug = 'us-travel-b1-b2-visa'",
      );
      this.service = found?.id ?? "";
      await database.query("update visa_services set agreement_id = null where id = $1", [this.service]);
      this.#staff = await staffMember(database, "regular_admin");
    });
  }
  get applicant(): Applicant {
    if (!this.#applicant) throw new Error("There is an applicant within a test only");
    return this.#applicant;
  }
  get staff(): StaffContext {
    if (!this.#staff) throw new Error("There is an admin within a test only");
    return this.#staff;
  }

  publish(change: Partial<Parameters<typeof publishAgreement>[2]> = {}): Promise<string> {
    return publishAgreement(this.#database, this.service, { blocks: agreementBlocks, ...change });
  }
  draft(): Promise<string> {
    return this.applicant.ready({}, { service: this.service });
  }
  async submitted(): Promise<string> {
    const id = await this.draft();
    expect(await this.applicant.submit(id)).toEqual({ ok: true });
    return id;
  }
  async nameOf(id: string): Promise<string> {
    return (await this.applicant.found(id)).application.applicantName;
  }
  /** Signs what is shown now. */
  async sign(id: string, change: Partial<Parameters<typeof signAgreement>[2]> = {}) {
    const { current } = await readAgreement(db, id);
    return signAgreement({ ...this.applicant.context(id), browser: "Firefox on Linux" }, id, {
      ...{ attempt: crypto.randomUUID(), sha256: current?.sha256 ?? "", agrees: true },
      ...{ name: await this.nameOf(id), confirmed: {}, ...change },
    });
  }
  addCharge(id: string) {
    return recordEntry(this.staff, {
      ...{ intent: "charge", applicationId: id, attempt: crypto.randomUUID() },
      ...{ name: "Courier", amount: "25.00", payee: "us" },
    });
  }
  rows(table: string, id: string) {
    return this.#database.query(`select * from ${table} where application_id = $1`, [id]);
  }
  async offerMails(id: string): Promise<string[]> {
    return (await mailsOf(this.#database, id)).filter((kind) => kind.startsWith("agreement"));
  }
}
