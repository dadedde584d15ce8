import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asHolderOfDraft, type HolderContext } from "~/applications/access/as-holder.server";
import { storedStep } from "~/applications/stored-answers/answers.server";
import { type Done, refuse } from "~/core/verbs/refused";
import { documents } from "~/db/schema/documents";
import { keepHints } from "~/documents/hints/hints.server";
import type { FileRefusal } from "./attach-document.server";
import type { IntentResult, IntentWork } from "./document-intent";
import { findQuestion } from "./places.server";

/** `Use it anyway`: ends the hints of a draft's file. */
export const keepHint = ({ context, applicationId, form }: IntentWork): Promise<IntentResult> =>
  keepHintsOfFile(context, applicationId, form.get("document"));

/** The same for the file of a question, from the step's form. */
export async function keepHintOfAnswer(
  context: HolderContext,
  application: Parameters<typeof findQuestion>[0] & Parameters<typeof storedStep>[0],
  at: { step: string; field: string },
): Promise<void> {
  const question = await findQuestion(application, at);
  const url = question && (await storedStep(application, question.definition)).answers[question.field.name];
  if (typeof url === "string") await keepHintsOfFile(context, application.id, url.replace(/^\/documents\//, ""));
}

async function keepHintsOfFile(
  context: HolderContext,
  applicationId: string,
  documentId: unknown,
): Promise<Done | FileRefusal> {
  const missing = refuse("not-found", "This file is no longer here.");
  const id = z.uuid().safeParse(documentId).data;
  if (!id) return missing;
  return asHolderOfDraft(context, applicationId, async ({ tx }): Promise<Done | typeof missing> => {
    const [file] = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.id, id), eq(documents.applicationId, applicationId)));
    if (!file) return missing;
    await keepHints(tx, id);
    return { ok: true };
  });
}
