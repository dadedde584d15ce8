import type { useSaving } from "~/applications/wizard/client";
import type { Sent } from "~/applications/wizard/saving/step-sender";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { sendFile } from "~/documents/send-file";
import type { Attached as AttachedDocument, FileRefusal } from "./attach-document.server";

type Failed = { message: string; again: boolean };
export type Attached = { url: string; name: string; hints: readonly string[] };

/** Requests of the step's file questions. `again`: a retry with the same file may succeed. */
export type Files = {
  /** Deleted because of a virus. */
  removed: readonly string[];
  /** File formats by document type, where the service has its own. */
  formats: Readonly<Record<string, readonly string[]>>;
  /** How recent a document must be, by its type, where the service has a date rule. */
  statements: Readonly<Record<string, string>>;
  attach: (field: string, file: File, attempt: string, progress: (part: number) => void) => Promise<Attached | Failed>;
  detach: (field: string) => Promise<Failed | undefined>;
  /** `Use it anyway`. */
  keepHint: (file: Attached) => Promise<Failed | undefined>;
  /** What we noticed about stored files, by URL. */
  hints: Readonly<Record<string, readonly string[]>>;
};

type Sending = Omit<Files, "removed" | "formats" | "statements" | "hints">;

/** `onChange` gets the URL of a question's file once it is stored, and undefined once it was removed. */
export function filesOf(
  application: string,
  step: string,
  inTurn: ReturnType<typeof useSaving>["inTurn"],
  onOther: (sent: Sent) => void,
  onChange: (field: string, url: string | undefined) => void,
): Sending {
  async function send<Result extends Done>(field: string, fields: FileForm, progress?: (part: number) => void) {
    const url = `/apply/${application}/upload/save?${new URLSearchParams({ step, field })}`;
    const { sent, done } = await inTurn(() => postFile<Result>(url, fields, progress));
    if (!done) onOther(sent);
    else if (!done.ok && done.reason === "forbidden") onOther({ kind: "refused" });
    else if (!done.ok && done.reason === "closed") onOther({ kind: "already" });
    return done ?? lost;
  }
  return {
    async attach(field, file, attempt, progress) {
      if (!navigator.onLine) return { message: "Files can be sent once you are online again", again: true };
      const result = await send<Done<AttachedDocument>>(field, { attempt, file }, progress);
      if (result.ok) {
        onChange(field, result.url);
        return { url: result.url, name: result.name, hints: result.hints };
      }
      return { message: result.message || "Failed to upload file", again: result.reason !== "invalid" };
    },
    async detach(field) {
      const result = await send(field, { intent: "detach" });
      if (result.ok) onChange(field, undefined);
      return result.ok ? undefined : { message: "The file could not be removed", again: true };
    },
    async keepHint({ url }) {
      const document = url.replace(/^\/documents\//, "");
      const result = await postFile(`/apply/${application}/documents/save`, { intent: "keep-hint", document });
      return result.ok ? undefined : { message: "This could not be saved. Please try again.", again: true };
    },
  };
}

type FileForm = Record<string, string | File>;

/** The request was lost, or the response is not from our server. */
type Lost = Pick<Refused, "ok" | "message"> & { reason: "lost" };
const lost: Lost = { ok: false, reason: "lost", message: "" };

/** The HTTP layer refuses too large a body with a 413 without our message, so it is added here. */
export async function postFile<Result extends Done>(
  url: string,
  fields: FileForm,
  progress?: (part: number) => void,
): Promise<Result | FileRefusal | Lost> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const sent = await sendFile<Result | FileRefusal>(url, body, progress);
  if (sent?.status === 413) return refuse("invalid", "File size exceeds 10MB limit");
  return sent?.answer ?? lost;
}
