import type { OpenItem } from "~/applications/case/requests/read-requests.server";

export type OpenItemProps = {
  application: string;
  item: OpenItem;
  /** What the form held that was refused. */
  typed: string | undefined;
  problems: readonly string[];
  /** Whether files are on their way. */
  onBusy: (busy: boolean) => void;
};
