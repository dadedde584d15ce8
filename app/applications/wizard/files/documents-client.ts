import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { newIdempotencyKey } from "~/core/idempotency-key";
import type { Done } from "~/core/verbs/refused";
import { readyFile } from "~/documents/ready-file";
import { postFile } from "./file-client";
import { rulesOf } from "./file-limits";

/** A file that is being sent, or failed: then `problem` says why. */
export type Upload = {
  attempt: string;
  file: File;
  part: number;
  /** What was changed in the browser. */
  note?: string;
  problem?: string;
  mayRepeat?: boolean;
  /** This browser's right has ended: the file waits here until it is restored. */
  closed?: boolean;
};

const closedWords = "Not uploaded: this browser can no longer open the application.";

export type UploadPlace = { url: string; fields: Record<string, string>; formats: readonly string[] };

/** Sends one file at a time. `onKept`: a file arrived too late for its place and was forwarded as a message. */
export function useUploads({ url, fields, formats }: UploadPlace, onSettled: () => void, onKept?: () => void) {
  const { revalidate } = useRevalidator();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [removing, setRemoving] = useState<string>();
  const [status, setStatus] = useState("");
  const [problem, setProblem] = useState<string>();
  /** Of stored files, by their id. */
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const [round, setRound] = useState(0);
  const queue = useRef(Promise.resolve());

  const change = (attempt: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.attempt === attempt ? { ...upload, ...to } : upload)));
  const drop = (attempt: string) => setUploads((all) => all.filter((upload) => upload.attempt !== attempt));

  async function send({ attempt, file, note }: Upload) {
    const sending = { attempt, ...fields, file };
    const result = await postFile<Done<{ id: string; kept?: boolean; hints?: string[] }>>(url, sending, (part) =>
      change(attempt, { part }),
    );
    if (result.ok) {
      if (result.kept) onKept?.();
      if (note) setNotes((all) => ({ ...all, [result.id]: note }));
      await revalidate();
      drop(attempt);
      setStatus([`${file.name} uploaded`, ...(note ? [note] : []), ...(result.hints ?? [])].join(". "));
      return;
    }
    // No longer a draft: the page's loader redirects.
    if (result.reason === "closed") return void (await revalidate());
    const closed = result.reason === "forbidden";
    const problem = closed ? closedWords : result.message || "Failed to upload file";
    change(attempt, { problem, closed, mayRepeat: result.reason !== "invalid" });
    setStatus(`${file.name}: ${problem}`);
  }

  function inTurn(upload: Upload) {
    queue.current = queue.current.then(() => send(upload)).then(onSettled);
  }

  async function check(upload: Upload) {
    const { attempt, file: chosen } = upload;
    const ready = await readyFile(chosen, rulesOf({ extensions: formats }));
    if ("problem" in ready) {
      change(attempt, { problem: ready.message });
      return setStatus(`${chosen.name}: ${ready.message}`);
    }
    const { file, note } = ready;
    const checked = note ? { file, note } : { file };
    change(attempt, checked);
    inTurn({ ...upload, ...checked });
  }

  return {
    uploads,
    removing,
    status,
    problem,
    notes,
    /** Changes with every choice, which empties the file input. */
    round,
    take(files: File[]) {
      if (files.length === 0) return;
      setRound((before) => before + 1);
      setStatus("Uploading…");
      const fresh = files.map((file): Upload => ({ attempt: newIdempotencyKey(), file, part: 0 }));
      setUploads((all) => [...all, ...fresh]);
      // Sequential, so that they are sent in their order.
      void fresh.reduce((before, upload) => before.then(() => check(upload)), Promise.resolve());
    },
    again(upload: Upload) {
      const { attempt, file, note } = upload;
      setUploads((all) =>
        all.map((candidate) =>
          candidate.attempt === attempt ? { attempt, file, ...(note ? { note } : {}), part: 0 } : candidate,
        ),
      );
      inTurn(upload);
    },
    dismiss: (upload: Upload) => drop(upload.attempt),
    /** `Use it anyway`. */
    async keepHint(file: { id: string; name: string }) {
      const result = await postFile(url, { intent: "keep-hint", document: file.id });
      const failed = (!result.ok && result.message) || `${file.name} could not be changed. Please try again.`;
      setProblem(result.ok ? undefined : failed);
      setStatus(result.ok ? `${file.name}: used as it is` : failed);
      // Revalidating while offline would replace the page by an error page.
      if (result.ok || result.reason !== "lost") await revalidate();
      onSettled();
    },
    async move(file: { id: string; name: string }, move: "up" | "down") {
      const result = await postFile(url, { intent: "order", document: file.id, move });
      const failed = (!result.ok && result.message) || `${file.name} could not be moved. Please try again.`;
      setProblem(result.ok ? undefined : failed);
      // Revalidating while offline would replace the page by an error page.
      if (result.ok || result.reason !== "lost") await revalidate();
      setStatus(result.ok ? `${file.name} moved ${move}` : failed);
    },
    async remove(file: { id: string; name: string }) {
      setRemoving(file.id);
      const result = await postFile(url, { intent: "remove", document: file.id });
      // Already deleted: by another tab, or by a request whose response was lost.
      const isRemoved = result.ok || result.reason === "not-found";
      const failed = (!result.ok && result.message) || `${file.name} could not be removed. Please try again.`;
      setProblem(isRemoved ? undefined : failed);
      setStatus(isRemoved ? `${file.name} removed` : failed);
      // Revalidating while offline would replace the page by an error page.
      if (result.ok || result.reason !== "lost") await revalidate();
      setRemoving(undefined);
      onSettled();
    },
  };
}
