import { RefreshCw } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { Button } from "~/ui/button";

const endpoint = "/functions/v1/sync-google-reviews";

/** Offered while no review is there (P-REV-5). A failure is the server's to log: visitors are not bothered with it. */
export function SyncButton({ token }: { token: string }) {
  const [syncing, setSyncing] = useState(false);
  const { revalidate } = useRevalidator();
  async function sync(event: FormEvent) {
    event.preventDefault();
    if (syncing) return;
    setSyncing(true);
    try {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const answer = await fetch(endpoint, { method: "POST", headers });
      if (answer.ok) await revalidate();
    } catch {
      // Offline: the button can be pressed again.
    }
    setSyncing(false);
  }
  return (
    <form method="post" action={endpoint} onSubmit={sync}>
      <Button type="submit" variant="outline" disabled={syncing} before={<RefreshCw aria-hidden />}>
        {syncing ? "Syncing Reviews..." : "Sync Google Reviews"}
      </Button>
    </form>
  );
}
