import { latePart } from "~/ui/late-part";

/** A case without an open correction brings no step of the wizard (T-BYTES-4). */
export const correctionPart = latePart(
  () => import("./requests/amendments/correcting/corrections"),
  "[data-item=correction]",
);
