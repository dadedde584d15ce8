import { rowCounts } from "../schema/counts";
import { dataKeys } from "../schema/encryption";
import { migrationRuns } from "../schema/migration-runs";
import { troubles } from "../schema/troubles";
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
