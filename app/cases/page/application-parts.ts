import { latePart } from "~/ui/late-part";

// One address, three kinds of pages: a draft brings no code of requests, messages, appointments and fees, a case none
// of the wizard's steps (T-BYTES-4), and both none of the ways in.
export const draftPart = latePart(() => import("../../applications/wizard/draft-page"), "[data-view=draft]");
export const casePart = latePart(() => import("~/cases/page/case-page"), "[data-view=case]");
export const entryPart = latePart(() => import("./entry-views"), "[data-view=entry]");
