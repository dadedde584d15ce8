import { type MouseEvent, useState } from "react";
import { unreachableMessage } from "~/ui/forms/or-unreachable";
import { type EmailFormResult, linkMessages } from "./email-form-result";

/**
 * Requests the link again without the router, which first loads the target route's script and reloads the page if that
 * fails, losing its input. `message`: its result.
 */
export function useSendAgain(id: string) {
  const [message, setMessage] = useState("");
  const [busy, setBusy] = useState(false);

  async function send(event: MouseEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setMessage("");
    const result = await requestLink(`/apply/${id}/email/again`);
    setMessage(result.outcome ? linkMessages[result.outcome] : result.message || unreachableMessage(undefined));
    setBusy(false);
  }

  return { message, busy, send };
}

async function requestLink(path: string): Promise<EmailFormResult> {
  try {
    const response = await fetch(path, { method: "POST" });
    return await response.json();
  } catch (error) {
    // Offline, or a proxy's own page.
    return { message: unreachableMessage(error) };
  }
}
