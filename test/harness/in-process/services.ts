import type { StaffContext } from "~/accounts/staff.server";
import { saveService } from "~/catalogue/desk/save-service.server";
import type { FormValues } from "~/catalogue/desk/service-form";
import { storedValues } from "~/catalogue/desk/values.server";
import { newKey } from "~/content/editing/kind";
import type { TestDatabase } from "./test-database";

type ServiceInput = { values: FormValues; anyway?: boolean };

export const createService = (by: StaffContext, input: ServiceInput) =>
  saveService(by, { serviceId: newKey, ...input });

/** The service editor's form as opened now: its values, and the version it is based on. */
export async function openService(database: TestDatabase, id: string) {
  const values = await storedValues(id);
  if (!values) throw new Error("There is no such service");
  const [newest] = await database.query<{ number: number }>(
    "select coalesce(max(number), 0)::int as number from content_versions where kind = 'services' and key = $1",
    [id],
  );
  return { values, base: newest?.number ?? 0 };
}

/** Saves the editor's current form with only `change` changed. */
export async function editService(
  database: TestDatabase,
  by: StaffContext,
  id: string,
  change: Partial<FormValues>,
  anyway = false,
) {
  const { values, base } = await openService(database, id);
  return saveService(by, { serviceId: id, values: { ...values, ...change }, base, anyway });
}
