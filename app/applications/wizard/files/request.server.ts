import { findForHolder } from "~/applications/access/find.server";
import { type Done, refuse, statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import type { FileRefusal } from "./attach-document.server";
import type { IntentResult } from "./document-intent";
import { requireUploadLimit } from "./upload-limit.server";

type HolderApplication = NonNullable<Awaited<ReturnType<typeof findForHolder>>>;
type FileAnswer = Done | FileRefusal | IntentResult;
type Failed = Exclude<FileAnswer, Done>;

/**
 * Checks the right, then the limit, and only then reads the form, so that a refused request costs little. Responds with
 * the result of `act` as JSON.
 */
export async function handleFileRequest(
  request: Request,
  id: string,
  ip: string,
  act: (found: HolderApplication, form: FormData) => Promise<FileAnswer>,
): Promise<Response> {
  const found = await findForHolder(request, id);
  if (!found) return asJson(refuse("forbidden"));
  await requireUploadLimit(request, ip);
  return asJson(await act(found, await readForm(request)));
}

const asJson = (answer: FileAnswer) => Response.json(answer, answer.ok ? { status: 200 } : headOf(answer));

/** Status and headers for a refused file; a form that has to be corrected is 422. */
export function headOf(refused: Failed): { status: number; headers: Record<string, string> } {
  const status = refused.reason === "invalid" ? 422 : statusOf(refused);
  if (refused.reason !== "limited") return { status, headers: {} };
  return { status, headers: { "Retry-After": String(refused.detail.retryAfterSeconds) } };
}

export const shouldLeavePage = ({ reason }: Failed): boolean => reason === "forbidden" || reason === "closed";
