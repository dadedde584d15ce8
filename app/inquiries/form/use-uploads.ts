import { useCallback, useEffect, useRef, useState } from "react";
import { newIdempotencyKey } from "~/core/idempotency-key";
import type { Done, Refused } from "~/core/verbs/refused";
import { readyFile } from "~/documents/ready-file";
import { sendFile } from "~/documents/send-file";
import {
  describeFileProblem,
  fileMessages,
  type InquiryFile,
  inquiryFileRules,
  inquiryFiles,
  tooManyFiles,
  unfinishedFile,
} from "~/inquiries/inquiry";
import type { StoreFileResult } from "./store-file.server";

const failed = "Failed to upload files";

export type ChosenFile = { name: string; size: number };

export type Upload = { key: string } & ChosenFile &
  (
    | { kind: "uploading"; part: number; giveUp: AbortController }
    | { kind: "stored"; file: InquiryFile; removing?: boolean; message?: string; note?: string }
    /** `again` retries the upload; without it the file itself was refused. */
    | { kind: "failed"; message: string; again?: () => void }
  );

/**
 * Uploads files one after the other as soon as they are chosen: the first response sets the cookie that binds the next
 * ones to this browser too.
 */
export function useUploads(initial: InquiryFile[]) {
  const [uploads, setUploads] = useState<Upload[]>(() => initial.map(asStored));
  /** The number of selections whose files are being checked. */
  const [checking, setChecking] = useState(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const fileCount = useRef(0);
  useEffect(() => {
    fileCount.current = uploads.filter(({ kind }) => kind !== "failed").length;
  }, [uploads]);

  const set = useCallback((key: string, change: Upload | undefined) => {
    setUploads((all) => all.flatMap((upload) => (upload.key === key ? (change ?? []) : upload)));
  }, []);

  const send = useCallback(
    (file: File, key: string, note?: string) => {
      const base = { key, name: file.name, size: file.size };
      const giveUp = new AbortController();
      const show = (part: number) => set(key, { ...base, kind: "uploading", part, giveUp });
      const work = async () => {
        if (giveUp.signal.aborted) return;
        const body = new FormData();
        body.set("attempt", key);
        body.set("file", file);
        const sent = await sendFile<StoreFileResult>("/contact/upload", body, show, giveUp.signal);
        if (giveUp.signal.aborted) return;
        const answer = sent?.answer;
        if (answer?.ok) return set(key, { ...base, kind: "stored", file: answer.file, ...(note ? { note } : {}) });
        const message = sent?.status === 413 ? fileMessages["too large"](file.name) : (answer?.message ?? failed);
        const again =
          answer?.reason === "invalid" || sent?.status === 413 ? {} : { again: () => send(file, key, note) };
        set(key, { ...base, kind: "failed", message, ...again });
      };
      show(0);
      queue.current = queue.current.then(work, work);
    },
    [set],
  );

  async function add(files: File[]) {
    setChecking((before) => before + 1);
    const all = await Promise.all(files.map((file) => readyFile(file, inquiryFileRules)));
    setChecking((before) => before - 1);
    let room = inquiryFiles - fileCount.current;
    const fresh = files.map((chosen, index) => {
      const key = newIdempotencyKey();
      const ready = all[index] ?? { file: chosen };
      if ("problem" in ready) return { file: chosen, key, message: describeFileProblem(chosen.name, ready) };
      return { ...ready, key, message: room-- > 0 ? undefined : tooManyFiles };
    });
    // Remove earlier refusals, which have been read by now.
    setUploads((all) => [
      ...all.filter((upload) => upload.kind !== "failed" || upload.again),
      ...fresh.map(({ file: { name, size }, key, message }): Upload => {
        const base = { key, name, size };
        if (message) return { ...base, kind: "failed", message };
        return { ...base, kind: "uploading", part: 0, giveUp: new AbortController() };
      }),
    ]);
    for (const { file, key, message, note } of fresh) if (!message) send(file, key, note);
  }

  async function remove(upload: Upload) {
    if (upload.kind === "uploading") upload.giveUp.abort();
    if (upload.kind !== "stored") return set(upload.key, undefined);
    set(upload.key, { ...upload, removing: true });
    const body = new FormData();
    body.set("remove", upload.file.id);
    const sent = await sendFile<Done | Refused>("/contact/upload", body);
    // A file that no longer exists is removed from the list too.
    const result = sent?.answer;
    const isDeleted = result?.ok || result?.reason === "not-found";
    set(upload.key, isDeleted ? undefined : { ...upload, removing: false, message: "The file could not be removed" });
  }

  const replace = useCallback((files: InquiryFile[]) => setUploads(files.map(asStored)), []);
  /** Files of the draft come first; those chosen meanwhile follow. */
  const restore = useCallback((files: InquiryFile[], lost: readonly ChosenFile[]) => {
    setUploads((all) => [...files.map(asStored), ...lost.map(asLost), ...all]);
  }, []);
  const drop = (ids: readonly string[]) =>
    setUploads((all) => all.filter((upload) => upload.kind !== "stored" || !ids.includes(upload.file.id)));
  const stored = uploads.flatMap((upload) => (upload.kind === "stored" && !upload.removing ? [upload.file] : []));
  /** Lost when the page closes: only this page has these files. */
  const unfinished = uploads.filter(
    (upload) => upload.kind === "uploading" || (upload.kind === "failed" && upload.again),
  );
  return {
    uploads,
    stored,
    unfinished,
    busy: checking > 0 || uploads.some(({ kind }) => kind === "uploading"),
    add,
    remove,
    replace,
    restore,
    drop,
  };
}

function asLost({ name, size }: ChosenFile): Upload {
  return { key: newIdempotencyKey(), name, size, kind: "failed", message: unfinishedFile };
}

function asStored(file: InquiryFile): Upload {
  return { key: file.id, name: file.name, size: file.size, kind: "stored", file };
}
