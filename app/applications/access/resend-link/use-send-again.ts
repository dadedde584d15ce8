import { type MouseEvent, useState } from "react";
import { unreachableMessage } from "~/ui/forms/or-unreachable";
import { type EmailFormResult, linkMessages } from "./email-form-result";

/**
 * Asks for the link again without the router, which loads the script of the address first, and the whole page anew
 * where that fails: what was typed on it would be gone. `said`: what became of it, in words.
 */
export function useSendAgain(id: string) {
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);

  async function send(event: MouseEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setSaid("");
    const answer = await ask(`/apply/${id}/email/again`);
    setSaid(answer.said ? linkMessages[answer.said] : answer.message || unreachableMessage(undefined));
    setBusy(false);
  }

  return { said, busy, send };
}

async function ask(address: string): Promise<EmailFormResult> {
  try {
    const response = await fetch(address, { method: "POST" });
    return await response.json();
  } catch (error) {
    // Without a line, and where a proxy answers with a page of its own.
    return { message: unreachableMessage(error) };
  }
}
