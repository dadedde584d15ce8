import { Button } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import { NotSent } from "../../applications/forms-without-reload/not-sent";
import { useSentForm } from "../../applications/forms-without-reload/use-sent-form";

/**
 * Result of the script's request for a copy: `isReady` if an earlier one exists; a problem if today's limit is reached.
 */
export type CopyResult = { problem: string } | { isReady: boolean };

/** Links to the page with a copy of everything and erasure. */
export function YourData({ id }: { id: string }) {
  const page = `/apply/${id}/data`;
  const { answer, failed, intent, send } = useSentForm<CopyResult>(`${page}/copy`, () => ({ isChanged: false }));
  return (
    <section aria-labelledby="your-data" className="no-print">
      <h2 id="your-data" className="text-2xl">
        Your data
      </h2>
      <p className="mt-2 max-w-2xl text-stone">
        Get a copy of everything we hold for this application, or ask us to <TextLink to={page}>erase it</TextLink>.
      </p>
      <form method="post" action={page} onSubmit={send} className="mt-4 grid max-w-2xl gap-4">
        <NotSent failed={failed} />
        {answer && !failed ? <CopyStatus answer={answer} page={page} /> : null}
        <div>
          <Button type="submit" name="intent" value="copy" variant="outline" busy={intent === "copy"}>
            Ask for a copy of my data
          </Button>
        </div>
      </form>
    </section>
  );
}

function CopyStatus({ answer, page }: { answer: CopyResult; page: string }) {
  if ("problem" in answer)
    return (
      <Banner tone="error" role="alert">
        {answer.problem}
      </Banner>
    );
  return (
    <Banner tone="info" role="status">
      {answer.isReady ? (
        <>
          Your copy is ready: <TextLink to={page}>download it</TextLink>.
        </>
      ) : (
        "We’re making your copy and will email you when it’s ready."
      )}
    </Banner>
  );
}
