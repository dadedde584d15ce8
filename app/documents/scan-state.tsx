import { Badge } from "~/ui/lists/badge";

/** For staff; nothing for a clean file. */
export function ScanState({ scan, virus }: { scan: string; virus: string | null }) {
  if (scan === "not_scanned") return <Badge tone="gray">Not scanned</Badge>;
  if (scan === "waiting") return <Badge tone="yellow">Held until it is scanned</Badge>;
  if (scan === "infected") return <Badge tone="red">{virus ? `Virus: ${virus}. Removed` : "Virus. Removed"}</Badge>;
  return null;
}

export const isOpen = (scan: string) => scan === "clean" || scan === "not_scanned";

/** For the sender; empty for a file that can be opened. */
export function scanWords(scan: string): { detail?: string; problem?: string } {
  if (scan === "waiting") return { detail: " · being checked for viruses" };
  if (scan === "infected") return { problem: "A virus was found in it, so we removed it. Please add a clean one" };
  return {};
}
