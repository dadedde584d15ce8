import { useEffect, useRef, useState } from "react";
import { atMost, itemLimits } from "~/applications/case/requests/request-words";
import { sendFile } from "~/documents/send-file";
import { isLongerThan } from "~/ground/character-count";
import type { Done } from "~/ground/verbs/refused";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import type { DraftRefused } from "./draft.server";
import type { OpenItemProps } from "./open-item-props";

/** How long after the last key a text is kept. */
const pause = 1200;

/** The box for an answer. With script what is typed is kept by itself; the open box is never filled anew. */
export function QuestionAnswer({ application, item, typed, problems }: OpenItemProps) {
  const first = typed ?? item.draft;
  const [text, setText] = useState(first);
  const { state, problem, revision, changed } = useDraft(application, item);
  const tooLong = isLongerThan(text.trim(), itemLimits.answer) ? atMost(itemLimits.answer, text.trim()) : undefined;
  return (
    <>
      <input type="hidden" name={`revision-${item.id}`} value={revision} />
      <Field id={`text-${item.id}`} label="Your answer" error={tooLong ?? problem ?? problems.join(" ")}>
        <Textarea
          name={`text-${item.id}`}
          rows={4}
          dir="auto"
          defaultValue={first}
          onInput={(event) => {
            setText(event.currentTarget.value);
            changed(event.currentTarget.value);
          }}
        />
      </Field>
      <p role="status" className="mt-1 min-h-5 text-sm text-stone">
        {state}
      </p>
    </>
  );
}

function useDraft(application: string, item: OpenItemProps["item"]) {
  const [state, setState] = useState("");
  const [problem, setProblem] = useState<string>();
  const [revision, setRevision] = useState(item.revision);
  const known = useRef({ revision: item.revision, text: undefined as string | undefined, saving: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function save() {
    const { text, saving } = known.current;
    if (text === undefined || saving) return;
    known.current = { ...known.current, text: undefined, saving: true };
    setState("Saving…");
    const body = new FormData();
    const fields = { intent: "draft", item: item.id, text, revision: String(known.current.revision) };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const sent = await sendFile<Done<{ revision: number }> | DraftRefused>(`/apply/${application}/requests/save`, body);
    known.current.saving = false;
    const answer = sent?.answer;
    if (answer?.ok) {
      known.current.revision = answer.revision;
      setRevision(answer.revision);
      setProblem(undefined);
      setState("Saved. Not sent yet.");
    } else if (answer?.reason === "conflict") {
      known.current.revision = answer.detail.revision;
      setRevision(answer.detail.revision);
      setProblem(answer.message);
      setState("");
    } else {
      // It stays in the box, and goes along with the next change or with Send.
      setProblem(answer?.reason === "invalid" ? answer.message : undefined);
      setState(answer?.reason === "invalid" ? "" : "Not saved yet. It is kept in this box.");
    }
    if (known.current.text !== undefined) void save();
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
    problem,
    revision,
    changed(text: string) {
      known.current.text = text;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current(), pause);
    },
  };
}
