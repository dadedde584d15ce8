import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import type { DecisionDates } from "~/cases/key-dates/decision-dates.server";
import { setStatus } from "~/cases/status/desk/set-status.server";
import { textInput } from "~/core/input-schemas.server";
import { refuse } from "~/core/verbs/refused";
import { receiveFiles } from "~/documents/store.server";

const most = { documents: 10, nextSteps: 2000 };
const inputSchema = z.object({
  status: z.enum(["approved", "denied"]),
  nextSteps: textInput(most.nextSteps).default(""),
});

export type DecisionField = "status" | "nextSteps" | "documents" | "dates";

/**
 * Decides a case: `setStatus` with next steps, up to ten documents and the key dates of an approval, in one
 * transaction. One refused document or key date leaves everything unchanged.
 */
export async function decide(
  context: StaffContext,
  input: Record<string, unknown>,
  files: readonly File[],
  dates: DecisionDates,
) {
  const field = (name: DecisionField, message: string) => refuse("invalid", message, { field: name });
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) {
    const isStatus = parsed.error.issues.some(({ path }) => path[0] === "status");
    if (isStatus) return field("status", "Choose Approved or Denied.");
    return field(
      "nextSteps",
      `Please use at most ${most.nextSteps.toLocaleString("en-US")} characters that can be read.`,
    );
  }
  if (files.length > most.documents) return field("documents", `A decision can have ${most.documents} documents.`);
  const { status, nextSteps } = parsed.data;
  const decided = await receiveFiles(files, async ({ checked, refused }) => {
    if (refused.length > 0) return field("documents", refused.join("\n"));
    return setStatus(context, { ...input, status }, { nextSteps, files: checked, dates });
  });
  if (!decided.ok && decided.reason === "busy") return field("documents", decided.message);
  return decided;
}
