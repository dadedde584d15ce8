import { RefreshCw } from "lucide-react";
import { Button } from "~/ui/button";

/** Offered while no review is there (P-REV-5); `site/static-pages/reviews.ts` sends it in place. */
export function SyncButton({ token }: { token: string }) {
  return (
    <form method="post" action="/functions/v1/sync-google-reviews" data-sync={token}>
      <Button type="submit" variant="outline" before={<RefreshCw aria-hidden />}>
        Sync Google Reviews
      </Button>
    </form>
  );
}
