import { Badge } from "~/ui/lists/badge";

/** A file's scan as staff see it; nothing for a clean one. */
export function ScanState({ scan, virus }: { scan: string; virus: string | null }) {
  if (scan === "not_scanned") return <Badge tone="gray">Not scanned</Badge>;
  if (scan === "waiting") return <Badge tone="yellow">On hold until scanned</Badge>;
  if (scan === "infected") return <Badge tone="red">{virus ? `Virus: ${virus}. Removed` : "Virus. Removed"}</Badge>;
  return null;
}

/** Whether a file may be opened and downloaded. */
export const isOpen = (scan: string) => scan === "clean" || scan === "not_scanned";

/** The same for the person who sent it; nothing for a file that may be opened. */
export function scanWords(scan: string): { detail?: string; problem?: string } {
  if (scan === "waiting") return { detail: " · being checked for viruses" };
  if (scan === "infected") return { problem: "We found a virus in this file and removed it. Please add a clean copy" };
  return {};
}
