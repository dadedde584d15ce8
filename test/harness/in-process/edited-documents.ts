import { beforeAll, beforeEach } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { type DocumentRow, rowsOf, textOfRows } from "~/catalogue/desk/required/document-rows";
import { newValues } from "~/catalogue/desk/values.server";
import { documentsText } from "../desk/document-rows";
import { createService, editService, openService } from "./services";
import { staffMember } from "./staff";
import type { TestDatabase } from "./test-database";

/** A service that requires a passport copy and optionally a photograph, new for each test of a file. */
export class EditedDocuments {
  readonly database: TestDatabase;
  staff!: StaffContext;
  id = "";

  constructor(database: TestDatabase) {
    this.database = database;
    beforeAll(async () => {
      this.staff = await staffMember(database, "regular_admin");
    });
    beforeEach(async () => {
      await database.query("delete from visa_applications");
      await database.query("delete from visa_services where slug = 'test'");
      await database.query("delete from pgboss.job");
      const requirements = documentsText("Passport copy", { name: "Photograph", isRequired: false });
      const values = { ...(await newValues()), serviceName: "Test", requirements };
      const created = await createService(this.staff, { anyway: true, values });
      if (!created.ok) throw new Error(created.message);
      this.id = created.serviceId;
    });
  }

  /** The rows of the editor as it is opened now. */
  rows = async (): Promise<DocumentRow[]> => rowsOf((await openService(this.database, this.id)).values.requirements);

  save = (changed: readonly DocumentRow[], as = this.staff) =>
    editService(this.database, as, this.id, { requirements: textOfRows(changed) });
}
