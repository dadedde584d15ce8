import { latePart } from "~/ui/late-part";

/** Loaded only where a file has a date: other cases need none of the wizard’s code. */
export const dateBoxesPart = latePart(() => import("./date-boxes"), "[data-dated]");
