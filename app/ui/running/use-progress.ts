import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { usePoll } from "~/ui/use-poll";

/** Polls the figures every second. At its end, or when this admin may no longer read them, the page revalidates. */
export function useProgress<Progress>(
  path: string,
  initial: Progress,
  isRunning: (progress: Progress) => boolean,
): Progress {
  const { revalidate } = useRevalidator();
  const [latest, setLatest] = useState<Progress | null>(null);
  const running = isRunning(initial);
  useEffect(() => {
    if (!running) setLatest(null);
  }, [running]);
  usePoll<Progress | null>(running ? path : null, 1000, async (status, now) => {
    if (now) setLatest(now);
    const isMissing = status >= 400 && status < 500;
    if (isMissing || now === null || (now !== undefined && !isRunning(now))) await revalidate();
    return !isMissing;
  });
  return running && latest ? latest : initial;
}
