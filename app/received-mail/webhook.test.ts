import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { config } from "~/config.server";
import { requestContext } from "~/core/request-context";
import { pool } from "~/db/client.server";
import * as openFile from "~/documents/at-rest/open-file.server";
import { StorageError } from "~/documents/storage-error.server";
import { longestMail } from "~/request-bodies/body-policy";
import { openBody } from "~/request-bodies/read-form.server";
import { prepareSpool } from "~/request-bodies/spool.server";
import { pdfFile } from "../../test/harness/applicants/uploads";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { signWebhook } from "../../test/harness/sign-webhook";
import { listUnverified } from "./desk/unverified.server";
import { recordPostedFailure } from "./failed-mails.server";
import { action, loader } from "./webhook";

const database = testDatabase();
const secret = "a secret of the mail service, 32 characters";
prepareSpool();
beforeEach(async () => {
  config.REPLY_ADDRESS = "replies+{token}@lucaya.example";
  config.INBOUND_WEBHOOK_SECRET = secret;
  await database.query("delete from received_mails");
});
afterEach(() => {
  config.REPLY_ADDRESS = undefined;
  config.INBOUND_WEBHOOK_SECRET = undefined;
  vi.restoreAllMocks();
});

let mails = 0;
const mailOf = (more = "") =>
  Buffer.from(
    `From: eve@mail.test\r\nTo: replies@lucaya.example\r\nSubject: Hello\r\nMessage-ID: <w${++mails}@mail.test>\r\n${more}\r\nHello.\r\n`,
  );

let senders = 0;
type Sent = { headers?: Record<string, string>; address?: string; method?: string };
/** The status of the response, or of the refusal before or while the body is read. */
async function post(body: Uint8Array, { headers = signWebhook(body, secret), address, method = "POST" }: Sent = {}) {
  const incoming = Object.assign(Readable.from(chunksOf(body)), { headers: {} }) as unknown as IncomingMessage;
  const request = new Request("http://lucaya.test/webhooks/inbound-mail", { method, headers });
  const { refused, close } = openBody(request, incoming, `sender ${++senders}`);
  const context = new RouterContextProvider();
  context.set(requestContext, { address: address ?? `10.9.${senders}.1` } as never);
  const response = action({ request, context } as never).then(({ status }) => status);
  const status = await Promise.race([response, refused.then((refusal) => refusal.status)]);
  await close();
  return { status, isRead: incoming.readableDidRead };
}

function* chunksOf(body: Uint8Array) {
  for (let index = 0; index < body.length; index += 64 * 1024)
    yield Buffer.from(body.subarray(index, index + 64 * 1024));
}
const stored = async () => (await database.query("select 1 from received_mails")).length;

test("[R-IN-13] a signed mail gets 204 once it is stored, also when it is repeated", async () => {
  const body = mailOf();
  expect(await post(body)).toMatchObject({ status: 204 });
  expect(await stored()).toBe(1);
  expect(await post(body)).toMatchObject({ status: 204 });
  expect(await stored()).toBe(1);
});

test.each([
  ["of another secret", (body: Uint8Array) => signWebhook(body, "another secret of at least 32 characters")],
  ["over other bytes", (body: Uint8Array) => signWebhook(Buffer.concat([body, Buffer.from("x")]), secret)],
  ["301 seconds old", (body: Uint8Array) => signWebhook(body, secret, { time: Math.floor(Date.now() / 1000) - 302 })],
  ["that is none", () => ({})],
])("[R-IN-13] a signature %s gets 401, and nothing is stored", async (_, headersOf) => {
  const body = mailOf();
  expect(await post(body, { headers: headersOf(body) })).toMatchObject({ status: 401 });
  expect(await stored()).toBe(0);
});

test("[R-IN-13] bytes that are no text are signed as they are", async () => {
  const body = Buffer.concat([mailOf(), Buffer.from([0xff, 0xfe, 0x00, 0x80])]);
  expect(await post(body)).toMatchObject({ status: 204 });
});

test("[R-IN-13] 25 MB are taken, and one byte more gets 413", async () => {
  const most = Buffer.concat([mailOf(), Buffer.alloc(longestMail, "x")]).subarray(0, longestMail);
  expect(await post(most)).toMatchObject({ status: 204 });
  expect(await stored()).toBe(1);
  expect(await post(Buffer.concat([most, Buffer.from("x")]))).toMatchObject({ status: 413 });
});

test("[R-IN-13] while the database is away a mail gets 503, and it is taken when it comes again", async () => {
  const body = mailOf();
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const [connect, query] = [vi.spyOn(pool, "connect"), vi.spyOn(pool, "query")];
  for (const call of [connect, query]) call.mockImplementation((() => Promise.reject(away)) as never);
  expect(await post(body)).toMatchObject({ status: 503 });
  for (const call of [connect, query]) call.mockRestore();
  expect(await post(body)).toMatchObject({ status: 204 });
  expect(await stored()).toBe(1);
});

test("[R-IN-13] while the storage is away a mail with a file gets 503, and leaves nothing", async () => {
  vi.spyOn(openFile, "putFile").mockRejectedValue(new StorageError("DATA_DIR", "its disk is full"));
  const file = Buffer.from(await pdfFile("letter.pdf").arrayBuffer()).toString("base64");
  const parts = `MIME-Version: 1.0\r\nContent-Type: application/pdf; name=letter.pdf\r\nContent-Disposition: attachment; filename=letter.pdf\r\nContent-Transfer-Encoding: base64\r\n`;
  const body = Buffer.from(mailOf(parts).toString().replace("\r\nHello.", `\r\n${file}`));
  expect(await post(body)).toMatchObject({ status: 503 });
  expect(await stored()).toBe(0);
  vi.restoreAllMocks();
  expect(await post(body)).toMatchObject({ status: 204 });
  expect(await stored()).toBe(1);
});

test("[R-IN-14] one that can’t be stored is in the list from the first time on, once, and leaves it when it is taken", async () => {
  const body = mailOf();
  const entries = async () =>
    (await listUnverified(1)).mails.map(({ reason, unsaved, subject }) => [reason, unsaved, subject]);
  await database.query("alter table received_mails add constraint no_mail check (body <> 'Hello.') not valid");
  for (let count = 0; count < 2; count++) {
    await expect(post(body)).rejects.toThrow();
    expect(await entries()).toEqual([["Couldn’t be saved", "posted", "Hello"]]);
  }
  await database.query("alter table received_mails drop constraint no_mail");
  expect(await post(body)).toMatchObject({ status: 204 });
  expect(await entries()).toEqual([["No valid token", null, "Hello"]]);
});

test("[R-IN-14] one that fails twice at once is in the list once", async () => {
  const body = mailOf();
  await Promise.all([recordPostedFailure(body), recordPostedFailure(body)]);
  expect((await listUnverified(1)).mails).toHaveLength(1);
});

test("[R-IN-13] [R-IN-11] a full list gets 429 for what is unproven", async () => {
  await database.query(
    `insert into received_mails (state, why, sender, subject, body)
     select 'unverified', 'no_token', 'x@mail.test', '', '' from generate_series(1, 1000)`,
  );
  expect(await post(mailOf())).toMatchObject({ status: 429 });
});

test("[R-IN-13] [V-ATK-4] after two wrong signatures an address is refused before its body is read, and others are not", async () => {
  const body = mailOf();
  const wrong = { headers: signWebhook(body, "another secret of at least 32 characters"), address: "10.8.1.1" };
  for (let count = 0; count < 2; count++) expect(await post(body, wrong)).toEqual({ status: 401, isRead: true });
  expect(await post(body, wrong)).toEqual({ status: 429, isRead: false });
  expect(await post(body, { address: "10.8.1.1" })).toEqual({ status: 429, isRead: false });
  expect(await post(body, { address: "10.8.2.1" })).toMatchObject({ status: 204 });
});

test("[R-IN-13] a call without a signature is not read at all", async () => {
  expect(await post(mailOf(), { headers: {}, address: "10.8.3.1" })).toEqual({ status: 401, isRead: false });
});

test("[R-IN-1] without its secret there is no such webhook, and only a POST is taken", async () => {
  expect(loader().status).toBe(405);
  expect(await post(mailOf(), { method: "PUT" })).toMatchObject({ status: 405 });
  config.INBOUND_WEBHOOK_SECRET = undefined;
  expect(await post(mailOf())).toEqual({ status: 404, isRead: false });
});
