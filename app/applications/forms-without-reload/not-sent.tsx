import { useState } from "react";
import { useParams } from "react-router";
import { permissionEndedMessage } from "~/applications/forms-without-reload/permission-words";
import { Button } from "~/ui/button";
import { unreachableMessage } from "~/ui/forms/or-unreachable";
import { Banner } from "~/ui/notices/banner";

type NotSentProps = { failed: string; message?: string; className?: string };

/** Says at a form of `useSentForm` why it was not sent. */
export function NotSent({ failed, message = "Please try again.", className }: NotSentProps) {
  if (!failed) return null;
  return (
    <Banner tone="error" role="alert" title={failed} className={className}>
      {failed === permissionEndedMessage ? <NewLink /> : message}
    </Banner>
  );
}

/** After a browser lost access: mails a link to the address on file. The page keeps its input. */
function NewLink() {
  const { id } = useParams();
  const [message, setMessage] = useState("");
  const [busy, setBusy] = useState(false);
  async function send() {
    setBusy(true);
    setMessage(await requestLink(`/apply/${id}`));
    setBusy(false);
  }
  return (
    <>
      <Button variant="outline" size="sm" className="mt-1 min-h-11" busy={busy} busyLabel="Sending…" onClick={send}>
        Send me a new link
      </Button>
      <p role="status" className="mt-2 font-medium empty:hidden">
        {message}
      </p>
    </>
  );
}

async function requestLink(page: string): Promise<string> {
  try {
    const { ok, status } = await fetch(page, { method: "POST", body: new URLSearchParams({ intent: "send-link" }) });
    if (ok) return "A new link is on its way to the address on file.";
    return status === 429
      ? "Too many links were requested. Please try again in an hour."
      : unreachableMessage(undefined);
  } catch (error) {
    return unreachableMessage(error);
  }
}
