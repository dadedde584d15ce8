import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import type { Refused } from "~/core/verbs/refused";
import { sendFile } from "~/documents/send-file";

const noLine = "You’re offline";
const notSent = "This couldn’t be sent";

/**
 * Sends a form of the case by script, so that the page stays with everything typed on it until an answer came: where
 * the server is away the router would load the page anew, or show that of an error. `failed` says why no answer came;
 * `answered` is told of one, before the page is read anew where that changed something.
 */
export function useSentForm<Answer extends object>(
  url: string,
  answered: (answer: Answer, sent: FormData, form: HTMLFormElement) => { isChanged: boolean },
) {
  const { revalidate } = useRevalidator();
  const [answer, setAnswer] = useState<Answer>();
  const [failed, setFailed] = useState("");
  /** The button of what is on its way. */
  const [intent, setIntent] = useState<FormDataEntryValue | null>(null);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { nativeEvent, currentTarget } = event;
    if (intent) return;
    const sent = new FormData(currentTarget, nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null);
    setIntent(sent.get("intent"));
    setFailed("");
    const got = (await sendFile<Answer | Refused>(url, sent)) ?? { answer: null, status: 0 };
    if (got.answer && !("ok" in got.answer)) {
      setAnswer(got.answer);
      if (answered(got.answer, sent, currentTarget).isChanged) await revalidate();
    } else {
      setFailed(got.status === 0 ? noLine : got.answer?.message || notSent);
    }
    setIntent(null);
  }

  return { answer, failed, intent, send };
}

/** Whether a box still holds what was sent of it: what was typed meanwhile stays. */
export function isAsSent(form: HTMLFormElement, sent: FormData, name: string): boolean {
  const box = form.elements.namedItem(name);
  return box !== null && "value" in box && box.value === sent.get(name);
}

/** For a notice in the place of the button that was pressed: it takes the focus that the button had. */
export function takeFocus(notice: HTMLElement | null): void {
  if (document.activeElement === document.body) notice?.focus({ preventScroll: true });
}
