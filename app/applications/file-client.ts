import { sendFile } from "~/documents/send-file";
import type { FileResult } from "./attach-document.server";
import type { Sent } from "./step-sender";
import type { useSaving } from "./wizard-client";

type Failed = { message: string; again: boolean };
export type Attached = { url: string; name: string };

/** What the step's file questions do with the server. `again`: the same file may well be taken at the next try. */
export type Files = {
  attach: (field: string, file: File, attempt: string, progress: (part: number) => void) => Promise<Attached | Failed>;
  detach: (field: string) => Promise<Failed | undefined>;
};

export function filesOf(
  application: string,
  step: string,
  inTurn: ReturnType<typeof useSaving>["inTurn"],
  onOther: (sent: Sent) => void,
): Files {
  async function send(field: string, body: FormData, progress?: (part: number) => void) {
    const query = new URLSearchParams({ step, field });
    const url = `/apply/${application}/upload/save?${query}`;
    const { sent, done } = await inTurn(() => postFile<FileResult>(url, body, progress));
    if (!done) onOther(sent);
    if (done?.outcome === "refused") onOther({ kind: "refused" });
    if (done?.outcome === "submitted") onOther({ kind: "already" });
    return done ?? { outcome: "unsent" as const };
  }
  return {
    async attach(field, file, attempt, progress) {
      const body = new FormData();
      body.set("attempt", attempt);
      body.set("file", file);
      const result = await send(field, body, progress);
      if (result.outcome === "done" && result.url && result.name) return { url: result.url, name: result.name };
      if (result.outcome === "invalid") return { message: result.message, again: false };
      return { message: "message" in result ? result.message : "Failed to upload file", again: true };
    },
    async detach(field) {
      const body = new FormData();
      body.set("intent", "detach");
      const result = await send(field, body);
      return result.outcome === "done" ? undefined : { message: "The file could not be removed", again: true };
    },
  };
}

/** Sends a form with a file; what is too large is refused by the shell, in no words of ours. */
export async function postFile<Result extends { outcome: string }>(
  url: string,
  body: FormData,
  progress?: (part: number) => void,
) {
  const sent = await sendFile<Result>(url, body, progress);
  if (sent?.status === 413) return { outcome: "invalid", message: "File size exceeds 10MB limit" } as const;
  return sent?.answer ?? ({ outcome: "lost" } as const);
}
