import { rowCounts } from "../schema/counts";
import { missingFiles } from "../schema/documents";
import { migrationRuns } from "../schema/migration-runs";
import { dataKeys } from "../schema/privacy/encryption";
import { reportChanges, reportFigures } from "../schema/reports";
import { troubles } from "../schema/troubles";
import { undoOffers } from "../schema/undo";
import { foreignTable, table } from "./entry";

export const running = [
  table(
    rowCounts,
    { of: ["nobody"], why: "work", keeps: ["count"] },
    {
      subject: "What is counted: applications, inquiries, mails or views, some by day",
      key: "Which of them: a status, a service, a day, or what a list filters by together",
      n: "How many more or fewer",
    },
  ),
  table(
    reportFigures,
    { of: ["nobody"], why: "work", keeps: ["count"] },
    {
      subject: "What is counted: inquiries, starts, drafts, submissions, decisions, money",
      month: "In which month",
      service: "For which service, or for all",
      step: "At which step, of drafts",
      n: "How many",
      median: "The median of what it took, in seconds",
      amount: "How much money",
    },
  ),
  table(
    reportChanges,
    { of: ["nobody"], why: "work", keeps: ["count"] },
    { subject: "What has to be counted again", month: "In which month" },
  ),
  table(
    troubles,
    { of: ["nobody"], why: "work", keeps: ["trouble"] },
    {
      subject: "What fails: storage, mail or scanner",
      setting: "The setting to correct",
      words: "What happened, in words",
      since: "Since when",
      lastAt: "When it last failed",
    },
  ),
  table(
    migrationRuns,
    { of: ["staff"], why: "work", keeps: ["migration"] },
    {
      id: "Key of the run",
      state: "Whether it runs, is done or broke off",
      adminId: "Key of the admin who started it",
      adminEmail: "Email of that admin",
      startedAt: "When it began",
      finishedAt: "When it ended",
      total: "How many applications there are to do",
      done: "How many were done",
      successful: "How many of these went well",
      failed: "How many did not",
      cursor: { is: "Key of the application that was done last", of: ["applicant"] },
      failures: { is: "Keys, numbers and reasons of those that failed; no answer", of: ["applicant"] },
    },
  ),
  table(
    dataKeys,
    { of: ["applicant", "inquirer"], why: "protection", keeps: ["draft", "application", "inquiry"] },
    {
      id: "Key of the row",
      applicationId: "The application whose answers and files it protects",
      inquiryId: "The inquiry whose files it protects",
      wrapped: "The data key, itself encrypted",
      wrappedBy: "Which master key it is encrypted with",
      createdAt: "When it was made",
    },
  ),
  table(
    undoOffers,
    { of: ["staff", "applicant", "inquirer"], why: "work", keeps: ["undo"] },
    {
      id: "Key of the change",
      adminId: "Key of the admin who made it",
      kind: "What was changed: a status, a priority, an owner, a due day, or a reply that was sent",
      words: "What the notice says of it",
      records: "The records that it changed, with what stood there before and after; of a reply its text",
      openUntil: "Until when it can be undone",
      undoneAt: "When it was undone",
      createdAt: "When it was made",
    },
  ),
  table(
    missingFiles,
    { of: ["nobody"], why: "work", keeps: ["trouble"] },
    { documentId: "The document whose file is not in storage", since: "When that was noticed" },
  ),
  foreignTable(
    "drizzle.__drizzle_migrations",
    { of: ["nobody"], why: "work", keeps: ["always"] },
    {
      id: "Key of the line",
      hash: "Which change of the database was made",
      created_at: "When that change was written",
    },
  ),
].flat();
