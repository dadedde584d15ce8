import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AppServer } from "../app-server";
import { pagePdf, tinyPng } from "../fakes/papers";
import type { Fields, HttpClient } from "../http-client";

/** A visitor's input of an inquiry, by input name. */
export const inquirer: Fields = {
  fullName: "Nadège Ñuñez O'Brien-陳",
  email: "nadege@mail.example",
  phone: "+509 2812 0142",
  preferredContactMethod: "WhatsApp",
  visaService: "US Student (F-1) Visa",
  nationality: "HT",
  residenceCountry: "BS",
  passportExpiryDate: "2031-05-01",
  travelDate: "2027-08-20",
  numAdults: "2",
  numChildren: "1",
  purpose: "A degree in nursing,\nbeginning in September.",
  privacyConsent: "yes",
};

export type InquiryRow = Record<string, unknown> & {
  id: string;
  uploaded_documents: { name: string; url: string; size: number; type: string }[];
};

export const inquiriesOf = (app: AppServer, email: string) =>
  app.query<InquiryRow>("select * from visa_inquiries where email = $1", [email]);

export const pdf = (size = 2048): Buffer<ArrayBuffer> => pagePdf(size);
export const png = tinyPng;

export const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name);

/** The script's request when a file is chosen. */
export async function upload(
  client: HttpClient,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  attempt: string = crypto.randomUUID(),
) {
  const form = new FormData();
  form.set("attempt", attempt);
  form.set("file", file(name, bytes));
  const response = await client.post("/contact/upload", form);
  const result = (await response.json()) as { ok: boolean; reason?: string; message?: string; file?: { id: string } };
  return { status: response.status, ...result, id: result.file?.id ?? "" };
}

type Sent = {
  ok: boolean;
  reason?: string;
  reference?: string;
  message?: string;
  detail?: { problems?: { name: string; message: string }[]; gone?: string[] };
};

/** The script's request that sends the inquiry; by default with a new idempotency key. */
export async function send(client: HttpClient, fields: Fields, documents: string[] = []) {
  const body = new URLSearchParams({ attempt: crypto.randomUUID(), ...fields });
  for (const id of documents) body.append("document", id);
  const response = await client.post("/contact/send", body);
  const answer = (await response.json()) as Sent;
  return { status: response.status, ...answer, problems: answer.detail?.problems };
}

/** The same by a browser without JavaScript. */
export function sendPage(client: HttpClient, fields: Fields, files: File[] = [], documents: string[] = []) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const id of documents) form.append("document", id);
  for (const file of files) form.append("files", file);
  return client.post("/contact", form);
}

/** All stored documents, by name in the bucket `visa-documents`. */
export function storedFiles(app: AppServer): string[] {
  const bucket = join(app.dataDir, "documents", "visa-documents");
  // The app may delete one meanwhile.
  return readdirSync(bucket, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(bucket, name), { throwIfNoEntry: false })?.isFile(),
  );
}

/** Mails that the app wrote to its outbox directory. */
export function writtenMails(app: AppServer): string[] {
  const folder = join(app.dataDir, "outbox");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}
