import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { usePoll } from "~/ui/use-poll";

/** Polls the figures every second. At its end, or when this admin may no longer read them, the page revalidates. */
export function useProgress<Figures>(
  address: string,
  given: Figures,
  isRunning: (figures: Figures) => boolean,
): Figures {
  const { revalidate } = useRevalidator();
  const [latest, setLatest] = useState<Figures | null>(null);
  const running = isRunning(given);
  useEffect(() => {
    if (!running) setLatest(null);
  }, [running]);
  usePoll<Figures | null>(running ? address : null, 1000, async (status, now) => {
    if (now) setLatest(now);
    const isGone = status >= 400 && status < 500;
    if (isGone || now === null || (now !== undefined && !isRunning(now))) await revalidate();
    return !isGone;
  });
  return running && latest ? latest : given;
}
