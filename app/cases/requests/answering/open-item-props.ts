import type { FileProblem } from "~/applications/required-files/write-file-date.server";
import type { Changes } from "~/cases/request-items/corrected";
import type { FieldWorld, OpenItem } from "~/cases/requests/read-requests.server";
import type { AnswerProblem } from "./drafted-items.server";

export type OpenItemProps = {
  application: string;
  item: OpenItem;
  typed: string | undefined;
  problems: readonly AnswerProblem[];
  /** Dates of files that could not be read. */
  dates: readonly FileProblem[];
  onBusy: (busy: boolean) => void;
  /** The file arrived after the item was closed, and became a message. */
  onKept: () => void;
};

export type CorrectionProps = Omit<OpenItemProps, "typed" | "dates" | "onBusy" | "onKept"> & {
  typed: Changes | undefined;
  fields: FieldWorld;
};
