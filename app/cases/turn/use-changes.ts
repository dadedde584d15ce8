import { useRevalidator } from "react-router";
import { usePoll } from "~/ui/use-poll";

/** Reloads the page's data once the other side has changed something. Form fields keep what is typed. */
export function useChanges(path: string, seen: string | null): void {
  const { revalidate } = useRevalidator();
  usePoll<string>(seen === null ? null : path, 5_000, async (_, now) => {
    if (now !== undefined && now !== seen) await revalidate();
  });
}
