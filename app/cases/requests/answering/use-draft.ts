import { useEffect, useRef, useState } from "react";
import type { Done, Refused } from "~/core/verbs/refused";
import { sendFile } from "~/documents/send-file";

/** Milliseconds after the last key press until the draft is saved. */
const pause = 1200;

type Answer<Detail> =
  | Done<{ revision: number }>
  | Refused<{ revision: number }, "conflict">
  | Invalid<Detail>
  | OtherRefusal;
type Invalid<Detail> = Refused<Detail, "invalid">;
type OtherRefusal = Refused<undefined, "forbidden" | "not-found" | "closed">;

/** Saves an item's draft automatically: call `changed` with its inputs. `refused`: why the last could not be saved. */
export function useDraft<Detail>(application: string, item: { id: string; revision: number }) {
  const [state, setState] = useState("");
  const [refused, setRefused] = useState<Invalid<Detail> | Refused<{ revision: number }, "conflict">>();
  const [revision, setRevision] = useState(item.revision);
  const known = useRef({ revision: item.revision, body: undefined as FormData | undefined, saving: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function save() {
    const { body, saving } = known.current;
    if (body === undefined || saving) return;
    known.current = { ...known.current, body: undefined, saving: true };
    setState("Saving…");
    body.set("item", item.id);
    body.set("revision", String(known.current.revision));
    const sent = await sendFile<Answer<Detail>>(`/apply/${application}/requests/save`, body);
    known.current.saving = false;
    const answer = sent?.answer;
    if (answer?.ok) {
      known.current.revision = answer.revision;
      setRevision(answer.revision);
      setRefused(undefined);
      setState("Saved. Not sent yet.");
    } else if (answer?.reason === "conflict") {
      known.current.revision = answer.detail.revision;
      setRevision(answer.detail.revision);
      setRefused(answer);
      setState("");
    } else {
      // The text stays in the input, and is saved with the next change or with Send.
      setRefused(answer?.reason === "invalid" ? answer : undefined);
      setState(answer?.reason === "invalid" ? "" : "Not saved yet. Your text is still in this box.");
    }
    if (known.current.body !== undefined) void save();
  }

  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const leaving = () => void (document.visibilityState === "hidden" && latest.current());
    document.addEventListener("visibilitychange", leaving);
    return () => {
      document.removeEventListener("visibilitychange", leaving);
      clearTimeout(timer.current);
      void latest.current();
    };
  }, []);

  return {
    state,
    refused,
    revision,
    changed(body: FormData) {
      known.current.body = body;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current(), pause);
    },
  };
}
