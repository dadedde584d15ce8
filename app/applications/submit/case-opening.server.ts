import type { MissingDocument } from "~/applications/required-files/missing.server";
import type { Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { singleton } from "~/singleton.server";

type Draft = typeof visaApplications.$inferSelect;

/** Makes a submitted application a case; `missing` are the documents that it was submitted without. */
type OpenCase = (tx: Transaction, application: Draft, missing: readonly MissingDocument[]) => Promise<void>;

const registered = singleton<{ openCase?: OpenCase }>("the opening of a case", () => ({}));

/** Registers what every submission does in its transaction, because the module of cases may not be imported here. */
export function registerCaseOpening(openCase: OpenCase): void {
  registered.openCase = openCase;
}

/** Opens the case. Throws if nothing was registered: without a case nobody would work on the submission. */
export const openCase: OpenCase = (tx, application, missing) => {
  if (!registered.openCase) throw new Error("Nothing opens the case of a submission: call registerCaseOpening");
  return registered.openCase(tx, application, missing);
};
