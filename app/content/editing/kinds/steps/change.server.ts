import type { Transaction } from "~/db/client.server";
import { type Configuration, configurationFor, inherited, writeConfiguration } from "./configuration.server";
import { moveDrafts } from "./drafts.server";
import { shownCodes } from "./known";
import type { Owner } from "./owner";

/** Replaces the steps of a service or country (or removes its own), and moves running drafts to the new ones. */
export async function changeSteps(
  tx: Transaction,
  owner: Owner,
  configuration: Pick<Configuration, "steps" | "texts"> | null,
): Promise<void> {
  const before = shownCodes((await configurationFor(tx, owner)).steps);
  const after = configuration ?? (await inherited(tx, owner));
  // Before the rows are written, because they decide whose drafts are affected.
  await moveDrafts(tx, owner, { before, after: shownCodes(after.steps) });
  await writeConfiguration(tx, owner, configuration);
}
