import { newerNeeded } from "~/applications/required-files/aged-documents";
import type { MissingDocument } from "~/applications/required-files/missing.server";
import { registerCaseOpening } from "~/applications/submit/case-opening.server";
import { offerAtSubmission } from "./agreement/offer.server";
import { chargePrice, updateBalances } from "./fees/ledger.server";
import { addRequest, type NewItem } from "./requests/add-request.server";
import { copyTemplate } from "./tasks/copy-template.server";
import { updateTurn } from "./turn/update-turn.server";

/**
 * Opens a case at each submission: charges its price, requests missing and too old documents, copies the tasks,
 * offers the agreement and sets the turn.
 */
export const registerOpenCase = () =>
  registerCaseOpening(async (tx, application, missing) => {
    await chargePrice(tx, application, { ...application, total: application.totalAmountDue });
    await updateBalances(tx, application.id);
    await addRequest(tx, { applicationId: application.id, adminEmail: null, items: missing.map(asItem) });
    await copyTemplate(tx, application);
    await offerAtSubmission(tx, application);
    await updateTurn(tx, application.id);
  });

/** Requests a document that was missing or too old at the submission, without a due date. */
const asItem = ({ type, name, description, tooOldOf }: MissingDocument): NewItem => ({
  kind: "document",
  documentType: type,
  name,
  ...(tooOldOf
    ? { description, reason: newerNeeded(tooOldOf) }
    : { description: "", reason: description || "We need it before we can start work on your application." }),
  dueOn: null,
  ifLate: "",
});
