import type { Page } from "@playwright/test";
import { openDay } from "../../test/harness/desk/appointments";

/** A form of the desk: where it stands, what is typed and chosen in it, and the button that sends it. */
export type DeskForm = {
  name: string;
  at: (ids: { application: string; inquiry: string; service: string }) => string;
  /** What has to be opened first. */
  open?: (page: Page) => Promise<unknown>;
  /** Labels with what is typed into them. */
  typed: Record<string, string>;
  chosen?: Record<string, string>;
  button: string;
  /** The words of a failed send, where a row gives some. */
  words?: string;
};

const summary = (text: string) => (page: Page) => page.locator("summary", { hasText: text }).first().click();
const casePage = ({ application }: { application: string }) => `/admin/applications/${application}`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const deskForms: DeskForm[] = [
  {
    name: "the status and message of a case",
    at: casePage,
    typed: { "Message to the applicant": "We have begun." },
    chosen: { "New status": "under_review" },
    button: "Update Status",
    words: "Failed to update status. Please try again.",
  },
  {
    name: "a note of a case",
    at: casePage,
    open: summary("Write a note"),
    typed: { "New note": "Rang him." },
    button: "Add note",
  },
  {
    name: "the address of a case",
    at: casePage,
    open: summary("Change email"),
    typed: { "New email address": "other@mail.example" },
    button: "Change email",
  },
  {
    name: "a message",
    at: casePage,
    open: summary("Write a message"),
    typed: { "New message": "Good day." },
    button: "Send message",
  },
  {
    name: "a message on its own page",
    at: (ids) => `${casePage(ids)}/messages`,
    typed: { "New message": "Good evening." },
    button: "Send message",
  },
  {
    name: "something asked for",
    at: (ids) => `${casePage(ids)}/requests`,
    typed: { "Why you need it": "It is torn." },
    chosen: { "What do you need?": "question" },
    button: "Ask the applicant",
  },
  {
    name: "the day of filing",
    at: (ids) => `${casePage(ids)}/filing`,
    typed: { "Filed on": inDays(-2) },
    button: "Save",
  },
  {
    name: "a legal hold",
    at: (ids) => `${casePage(ids)}/hold`,
    typed: { "Reason for placing it": "A court asked." },
    button: "Place a legal hold",
  },
  {
    name: "a charge",
    at: casePage,
    open: summary("Add a charge"),
    typed: { "What it is for": "A courier", "Amount in US dollars": "12.50" },
    button: "Record",
  },
  {
    name: "an appointment",
    at: (ids) => `${casePage(ids)}/appointments?kind=call`,
    typed: { Day: openDay(9), Time: "10:30", "Place or link": "The office", "What to bring": "The passport" },
    button: "Make the appointment",
  },
  {
    name: "a task",
    at: (ids) => `${casePage(ids)}/tasks`,
    typed: { "What has to be done": "Call the client", Note: "By phone", "Due date": inDays(9) },
    button: "Add task",
  },
  {
    name: "a decision",
    at: (ids) => `${casePage(ids)}/decision`,
    typed: { "Message to the applicant": "Well done.", "Next steps": "Collect it on Monday." },
    chosen: { Decision: "approved" },
    button: "Decide and notify applicant",
  },
  {
    name: "a saved text",
    at: () => "/admin/replies",
    typed: { Title: "Greeting", Text: "Good day." },
    button: "Save reply",
  },
  {
    name: "a reply to an inquiry",
    at: ({ inquiry }) => `/admin/inquiries/${inquiry}`,
    typed: { Reply: "Good day, we can help." },
    button: "Send reply",
  },
  {
    name: "the due day of a case",
    at: casePage,
    typed: { "Due date": inDays(20) },
    button: "Set",
  },
  {
    name: "a new draft",
    at: () => "/admin/applications/new",
    typed: { "Their email address": "walk.in@mail.example" },
    button: "Create draft",
  },
  { name: "the own name", at: () => "/admin/account", typed: { Name: "Anika Thompson" }, button: "Save the name" },
  {
    name: "the notes of an inquiry",
    at: ({ inquiry }) => `/admin/inquiries/${inquiry}`,
    typed: { "Admin Notes": "Asked twice." },
    button: "",
    words: "Failed to update admin notes",
  },
  {
    name: "a service",
    at: ({ service }) => `/admin/services/${service}`,
    typed: { "Service name": "A new name", "Visa type": "Some" },
    button: "Save changes",
    words: "Error updating service: the server could not be reached",
  },
  {
    name: "a new admin",
    at: () => "/admin/users",
    typed: { Email: "new.admin@lucaya.example" },
    button: "Create Admin",
    words: "Failed to create admin",
  },
];
