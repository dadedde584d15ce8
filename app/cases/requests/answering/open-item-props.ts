import type { Changes } from "~/cases/items/corrected";
import type { FieldWorld, OpenItem } from "~/cases/requests/read-requests.server";
import type { AnswerProblem } from "./drafted-items.server";

export type OpenItemProps = {
  application: string;
  item: OpenItem;
  /** What the form held that was refused. */
  typed: string | undefined;
  problems: readonly AnswerProblem[];
  /** Whether files are on their way. */
  onBusy: (busy: boolean) => void;
  /** A file arrived after the item was closed, and is a message now. */
  onKept: () => void;
};

export type CorrectionProps = Omit<OpenItemProps, "typed" | "onBusy" | "onKept"> & {
  typed: Changes | undefined;
  fields: FieldWorld;
};
