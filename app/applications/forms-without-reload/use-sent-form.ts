import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import type { Refused } from "~/core/verbs/refused";
import { sendFile } from "~/documents/send-file";

const noLine = "You’re offline";
const notSent = "This couldn’t be sent";

/**
 * Submits a form of the case by script, so that the page keeps its input until there is a response: if the server is
 * unreachable, the router would reload the page or show an error page. `failed`: why there was no response; `answered`
 * gets a response before the page revalidates, if that changed something.
 */
export function useSentForm<Answer extends object>(
  url: string,
  answered: (answer: Answer, sent: FormData, form: HTMLFormElement) => { isChanged: boolean },
) {
  const { revalidate } = useRevalidator();
  const [answer, setAnswer] = useState<Answer>();
  const [failed, setFailed] = useState("");
  /** The button of the request in flight. */
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

/** Whether an input is unchanged since it was sent: newer input must stay. */
export function isAsSent(form: HTMLFormElement, sent: FormData, name: string): boolean {
  const control = form.elements.namedItem(name);
  return control !== null && "value" in control && control.value === sent.get(name);
}

/** For a notice that replaces the focused button: takes its focus. */
export function takeFocus(notice: HTMLElement | null): void {
  if (document.activeElement === document.body) notice?.focus({ preventScroll: true });
}
