import type { Transaction } from "~/db/client.server";
import { type Configuration, configurationFor, inherited, writeConfiguration } from "./configuration.server";
import { moveDrafts } from "./drafts.server";
import { shownCodes } from "./known";
import type { Owner } from "./owner";

/** Gives a service or country other steps, or none of its own, and brings the running drafts to them. */
export async function changeSteps(
  tx: Transaction,
  owner: Owner,
  given: Pick<Configuration, "steps" | "words"> | null,
): Promise<void> {
  const before = shownCodes((await configurationFor(tx, owner)).steps);
  const after = given ?? (await inherited(tx, owner));
  // Before the rows are written: they decide whose drafts these are.
  await moveDrafts(tx, owner, { before, after: shownCodes(after.steps) });
  await writeConfiguration(tx, owner, given);
}
