import { Button } from "~/ui/button";

/**
 * Exports a list as it is on the screen: its columns, for every row (K-CSV-2). A plain form: its answer is a download.
 */
export function ExportView({ to }: { to: string }) {
  return (
    <form method="post" action={to} data-fresh="">
      <input type="hidden" name="of" value="view" />
      <Button type="submit" variant="outline" size="sm">
        Export this view
      </Button>
    </form>
  );
}
