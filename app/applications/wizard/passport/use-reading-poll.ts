import { useRevalidator } from "react-router";
import { type ReadingStates, waitingIn } from "~/applications/passport/reading-states";
import { usePoll } from "~/ui/use-poll";

/** Reloads the page's data once a passport page has been read. Focus and what is typed stay. */
export function useReadingPoll(application: string, waiting: readonly string[]): void {
  const { revalidate } = useRevalidator();
  const path = waiting.length > 0 ? `/apply/${application}/documents/state` : null;
  usePoll<ReadingStates>(path, 3_000, async (status, states) => {
    if (status === 403) return false;
    if (states && waiting.some((document) => !waitingIn(states).includes(document))) await revalidate();
  });
}
