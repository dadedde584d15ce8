import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";

/** Offers the agreement of the service; the applicant is mailed. */
export function OfferForm({ id }: { id: string }) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" action={`/admin/applications/${id}/agreement`} className="mt-3">
      <Button type="submit" name="intent" value="offer" variant="outline" size="sm" busy={busy}>
        Offer the agreement
      </Button>
    </Form>
  );
}
