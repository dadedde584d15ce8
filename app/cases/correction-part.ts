import { latePart } from "~/ui/late-part";

/** Loaded only for a case with an open correction: other cases need none of the wizard's code. */
export const correctionPart = latePart(
  () => import("./requests/amendments/correcting/corrections"),
  "[data-item=correction]",
);
