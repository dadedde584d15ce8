import { Badge } from "~/ui/lists/badge";
import { makeCleanCopy } from "./file-rules";

/** For staff; nothing for a clean file. */
export function ScanState({ scan, virus }: { scan: string; virus: string | null }) {
  if (scan === "not_scanned") return <Badge tone="gray">Not scanned</Badge>;
  if (scan === "waiting") return <Badge tone="yellow">On hold until scanned</Badge>;
  if (scan === "infected") return <Badge tone="red">{virus ? `Virus: ${virus}. Removed` : "Virus. Removed"}</Badge>;
  return null;
}

/** For staff; only a file whose inspection was ended at a limit says so. */
export const InspectionState = ({ inspection }: { inspection: string }) =>
  inspection === "not_checked" ? <Badge tone="gray">Not checked</Badge> : null;

export const isOpen = (scan: string) => scan === "clean" || scan === "not_scanned";

/** For the sender; empty for a file that can be opened. */
export function describeScan(scan: string): { detail?: string; problem?: string } {
  if (scan === "waiting") return { detail: " · being checked for viruses, you don’t need to wait" };
  if (scan === "infected")
    return { problem: `We found a virus in this file and removed it. Your other files are fine. ${makeCleanCopy}` };
  return {};
}
