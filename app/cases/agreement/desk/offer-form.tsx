import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";

/** Offers the agreement of the service; the applicant is mailed. */
export function OfferForm({ applicationId, problem }: { applicationId: string; problem?: string | undefined }) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" action={`/admin/applications/${applicationId}/agreement`} className="grid gap-2">
      {problem ? (
        <p role="alert" className="text-sm font-semibold text-error">
          {problem}
        </p>
      ) : null}
      <div>
        <Button type="submit" name="intent" value="offer" variant="outline" busy={busy}>
          Offer the agreement
        </Button>
      </div>
    </Form>
  );
}
