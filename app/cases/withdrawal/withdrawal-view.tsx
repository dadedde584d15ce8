import { useSearchParams } from "react-router";
import { Button } from "~/ui/button";
import { NassauTime } from "~/ui/nassau-time";
import { Banner } from "~/ui/notices/banner";
import { NotSent } from "../../applications/forms-without-reload/not-sent";
import { takeFocus, useSentForm } from "../../applications/forms-without-reload/use-sent-form";
import type { TakenBack } from "./take-back";

/** The open request to withdraw, with a button to take it back; or that this came too late. */
export function Withdrawal({ id, requestedAt }: { id: string; requestedAt: string | null | undefined }) {
  const sent = useSentForm<TakenBack>(`/apply/${id}/withdraw/take-back`, () => ({ isChanged: true }));
  const isLate = useSearchParams()[0].get("withdrawal") === "answered";
  // The page was reloaded: the button is gone.
  const isTakenBack = requestedAt ? undefined : sent.answer?.isTaken;
  return (
    <>
      {isLate || isTakenBack === false ? (
        <Banner
          tone="info"
          role="alert"
          ref={takeFocus}
          tabIndex={-1}
          title="Nothing was changed"
          className="no-print mb-8"
        >
          We have answered your request already; the page shows how.
        </Banner>
      ) : null}
      {isTakenBack ? (
        <Banner tone="success" role="status" ref={takeFocus} tabIndex={-1} className="no-print mb-8">
          You’ve taken back your request to withdraw.
        </Banner>
      ) : null}
      {requestedAt ? (
        <Banner tone="info" title="You have asked to withdraw this application" className="mb-8">
          A consultant will read your request of <NassauTime at={requestedAt} options={{ dateStyle: "long" }} /> and
          write to you once it’s decided.
          <form
            method="post"
            action={`/apply/${id}/withdraw`}
            onSubmit={sent.send}
            className="no-print mt-3 grid gap-3"
          >
            <NotSent failed={sent.failed} />
            <div>
              <Button type="submit" name="intent" value="take-back" variant="outline" busy={sent.intent !== null}>
                Take back my request
              </Button>
            </div>
          </form>
        </Banner>
      ) : null}
    </>
  );
}
