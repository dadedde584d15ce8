import { findForHolder } from "~/applications/access/find.server";
import { type Done, refuse, statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import type { FileRefusal } from "./attach-document.server";
import { requireUploadLimit } from "./upload-limit.server";

type Held = NonNullable<Awaited<ReturnType<typeof findForHolder>>>;
type FileAnswer = Done | FileRefusal;

/**
 * Answers the script of a page that sends files or takes them away. Checks the browser's right, then the limit, then
 * reads the form, in this order (V-ATK-4). The result of `act` is the answer, as JSON.
 */
export async function handleFileRequest(
  request: Request,
  id: string,
  address: string,
  act: (held: Held, form: FormData) => Promise<FileAnswer>,
): Promise<Response> {
  const held = await findForHolder(request, id);
  if (!held) return asJson(refuse("forbidden"));
  await requireUploadLimit(request, address);
  return asJson(await act(held, await readForm(request)));
}

const asJson = (answer: FileAnswer) => Response.json(answer, answer.ok ? { status: 200 } : headOf(answer));

/** The status and headers for a file that was not taken; a form that has to be corrected is 422. */
export function headOf(refused: FileRefusal): { status: number; headers: Record<string, string> } {
  const status = refused.reason === "invalid" ? 422 : statusOf(refused);
  if (refused.reason !== "limited") return { status, headers: {} };
  return { status, headers: { "Retry-After": String(refused.detail.retryAfterSeconds) } };
}

/** Whether to lead to the application's own page: it is no draft any more, or not this browser's. */
export const shouldLeavePage = ({ reason }: FileRefusal): boolean => reason === "forbidden" || reason === "closed";
