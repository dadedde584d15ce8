import { useRevalidator } from "react-router";
import { usePoll } from "~/ui/use-poll";

/**
 * Reads the page's data again once the other side has changed something (C-BOTH-2). What is being typed stays: fields
 * keep their values.
 */
export function useChanges(address: string, seen: string | null): void {
  const { revalidate } = useRevalidator();
  usePoll<string>(seen === null ? null : address, 5_000, async (_, now) => {
    if (now !== undefined && now !== seen) await revalidate();
  });
}
