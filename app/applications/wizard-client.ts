import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { StepOutcome } from "./step-request.server";

export type SaveState = { kind: "saved"; at: string } | { kind: "saving" } | { kind: "failed" };
/** An outcome, or what kept the request from having one. */
export type Sent = StepOutcome | { kind: "offline" } | { kind: "network" } | { kind: "failed"; message: string };

const interval = 30_000;

/**
 * Sends the wizard's form: one save at a time, each with the answers and the revision of the moment when its turn comes,
 * so that the newest wins (W-SAVE-11). Saves by itself every 30 seconds and when the page is hidden, if something
 * changed (W-SAVE-1). `changed` tells it that something was typed.
 */
export function useSaving(id: string, form: RefObject<HTMLFormElement | null>, revision: number, savedAt: string) {
  const current = useRef(revision);
  const unsaved = useRef(false);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [state, setState] = useState<SaveState>({ kind: "saved", at: savedAt });

  const post = useCallback(
    async (intent: string): Promise<Sent> => {
      if (!form.current) return { kind: "failed", message: "" };
      const body = new URLSearchParams();
      for (const [name, value] of new FormData(form.current)) if (typeof value === "string") body.append(name, value);
      body.set("intent", intent);
      body.set("revision", String(current.current));
      const before = unsaved.current;
      unsaved.current = false;
      setState({ kind: "saving" });
      const sent = await request(`/apply/${id}/save`, body);
      if ("revision" in sent && sent.kind !== "stale") {
        current.current = sent.revision;
        setState({ kind: "saved", at: sent.savedAt });
      } else if (sent.kind === "exited" || sent.kind === "submitted" || sent.kind === "incomplete") {
        setState({ kind: "saved", at: new Date().toISOString() });
      } else {
        unsaved.current = before || unsaved.current || intent !== "save";
        setState({ kind: "failed" });
      }
      return sent;
    },
    [id, form],
  );

  const send = useCallback(
    (intent: string): Promise<Sent> => {
      const turn = queue.current.then(() => post(intent));
      queue.current = turn;
      return turn;
    },
    [post],
  );

  /** Work that changes the step on the server, such as an upload: in its turn among the saves, after one of what is typed. */
  const inTurn = useCallback(
    <Done extends object>(work: () => Promise<Done>): Promise<{ sent: Sent; done?: Done }> => {
      const turn = queue.current.then(async () => {
        const sent = await post("save");
        if (sent.kind !== "saved") return { sent };
        const done = await work();
        // If another tab changed the step meanwhile, the next save has to say so.
        if ("before" in done && "revision" in done && done.before === current.current)
          current.current = Number(done.revision);
        return { sent, done };
      });
      queue.current = turn.catch(() => undefined);
      return turn;
    },
    [post],
  );

  useEffect(() => {
    const save = () => {
      if (unsaved.current) void send("save");
    };
    const hidden = () => {
      if (document.visibilityState === "hidden") save();
    };
    const leaving = (event: BeforeUnloadEvent) => {
      if (unsaved.current) event.preventDefault();
    };
    const timer = setInterval(save, interval);
    document.addEventListener("visibilitychange", hidden);
    window.addEventListener("beforeunload", leaving);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", hidden);
      window.removeEventListener("beforeunload", leaving);
    };
  }, [send]);

  const changed = useCallback(() => {
    unsaved.current = true;
  }, []);
  return { send, inTurn, changed, state };
}

async function request(url: string, body: URLSearchParams): Promise<Sent> {
  try {
    // `keepalive`: a save that starts while the page is put away still arrives. It takes 64 KB at most.
    const keepalive = body.toString().length < 60_000;
    const response = await fetch(url, { method: "POST", body, keepalive, credentials: "same-origin" });
    if (response.headers.get("content-type")?.includes("json")) return (await response.json()) as StepOutcome;
    return { kind: "failed", message: response.status === 413 ? "These answers are too long to be stored." : "" };
  } catch {
    return { kind: navigator.onLine ? "network" : "offline" };
  }
}
