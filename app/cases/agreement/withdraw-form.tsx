import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Fold } from "~/ui/fold";

/** Asks before the applicant withdraws a signature that is not countersigned. */
export function WithdrawForm({ signature, isRefused }: { signature: string; isRefused: boolean }) {
  const busy = useNavigation().formData?.get("intent") === "withdraw";
  return (
    <Fold
      title={<span className="font-medium">Withdraw my signature</span>}
      open={isRefused}
      className="no-print mt-3 border-t border-dune"
    >
      <Form method="post" className="grid justify-items-start gap-4 pb-2">
        <input type="hidden" name="signature" value={signature} />
        <p>Withdraw your signature? It will no longer count. The signed copy stays here, marked as withdrawn.</p>
        <Button type="submit" name="intent" value="withdraw" variant="danger" busy={busy}>
          Yes, withdraw my signature
        </Button>
      </Form>
    </Fold>
  );
}
