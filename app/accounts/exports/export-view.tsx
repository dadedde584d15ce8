import { Button } from "~/ui/button";

/** Exports the list's visible columns, for every row. A plain form: its response is a download. */
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
