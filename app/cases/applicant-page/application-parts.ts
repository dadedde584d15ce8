import { latePart } from "~/ui/late-part";

// One URL, three kinds of pages, each loaded on its own: a draft needs no code of cases, a case none of the wizard, and
// both none of the entry views.
export const draftPart = latePart(() => import("../../applications/wizard/draft-page"), "[data-view=draft]");
export const casePart = latePart(() => import("~/cases/applicant-page/case-page"), "[data-view=case]");
export const entryPart = latePart(() => import("./entry-views"), "[data-view=entry]");
