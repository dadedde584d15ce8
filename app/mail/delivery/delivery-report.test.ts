import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { enqueueMail } from "../outbox.server";
import { acceptReport } from "./delivery-report.server";

const database = testDatabase();
const secret = "a secret of the mail service, 32 characters";

type Row = { id: string; status: string; error_message: string | null; message_id: string; at: Date | null };
let id: string;
let people = 0;
const row = async () =>
  (
    await database.query<Row>(
      "select id, status, error_message, message_id, delivered_at as at from email_notifications where id = $1",
      [id],
    )
  )[0] ?? expect.fail("no mail");
beforeEach(async () => {
  vi.spyOn(config, "mailWebhookSecret", "get").mockReturnValue(secret);
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  const to = `reported${++people}@mail.test`;
  const data = { email: to, at: new Date().toISOString() };
  id = (await db.transaction((tx) => enqueueMail(tx, { kind: "sign_in_slowed", to, toName: "", data }))) ?? "";
  await database.query("update email_notifications set status = 'sent', sent_at = now() where id = $1", [id]);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const now = 1_800_000_000;
async function report(
  body: unknown,
  { time = String(now), key = secret as string | Buffer, signature = "", of = "evt_1" } = {},
) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const mac = createHmac("sha256", key).update(`${of}.${time}.${text}`).digest("base64");
  const headers = new Headers({ "webhook-id": of, "webhook-timestamp": time });
  headers.set("webhook-signature", signature.replace("MAC", mac) || `v1,${mac}`);
  const result = await acceptReport(headers, text);
  return result.ok || result.reason;
}
const about = async (type: string, detail?: string) => ({
  type,
  data: { messageId: (await row()).message_id, detail },
});
const delivered = () => about("mail.delivered");
const bounced = (detail?: string) => about("mail.bounced", detail);

describe("the signature of a delivery report", () => {
  test.each([
    ["of another secret", { key: "another secret" }],
    ["that is empty", { signature: "v1," }],
    ["that is none", { signature: "garbage" }],
    ["of another version", { signature: "v2,MAC" }],
    ["without an id", { of: "" }],
    ["301 seconds old", { time: String(now - 301) }],
    ["301 seconds ahead", { time: String(now + 301) }],
    ["of no time", { time: "now" }],
    ["behind five others", { signature: "v1,a v1,a v1,a v1,a v1,a v1,MAC" }],
  ])("a signature %s is refused and changes nothing", async (_, change) => {
    expect(await report(await delivered(), change)).toBe("signed-out");
    expect((await row()).status).toBe("sent");
  });

  test.each([
    ["300 seconds old", { time: String(now - 300) }],
    ["300 seconds ahead", { time: String(now + 300) }],
    ["behind another", { signature: "v1,b3RoZXI= v1,MAC" }],
  ])("%s is taken", async (_, change) => {
    expect(await report(await delivered(), change)).toBe(true);
    expect((await row()).status).toBe("delivered");
  });

  test("a secret in the format of mail services is the key in base64", async () => {
    const key = Buffer.from("the key itself, some bytes");
    const issued = `whsec_${key.toString("base64")}`;
    vi.spyOn(config, "mailWebhookSecret", "get").mockReturnValue(issued);
    expect(await report(await delivered(), { key: issued })).toBe("signed-out");
    expect(await report(await delivered(), { key })).toBe(true);
  });
});

describe("a delivery report", () => {
  test.each(["{", "[]", { type: "mail.opened", data: { messageId: "<x@y>" } }, { type: "mail.delivered" }])(
    "%j is refused as a report",
    async (body) => expect(await report(body)).toBe("invalid"),
  );

  test("a report of an unknown mail is accepted without effect", async () => {
    expect(await report({ type: "mail.delivered", data: { messageId: "<nobody@visa.example>" } })).toBe(true);
    expect((await row()).status).toBe("sent");
  });

  test("a report sets a mail to delivered, or to failed if it bounces, in any order of repetition", async () => {
    expect(await report(await delivered())).toBe(true);
    expect(await row()).toMatchObject({ status: "delivered", at: expect.any(Date), error_message: null });
    expect(await report(await bounced("550 5.2.2 Mailbox full"))).toBe(true);
    const failed = await row();
    expect(failed).toMatchObject({ status: "failed", error_message: "It came back: 550 5.2.2 Mailbox full" });
    expect(await report(await delivered())).toBe(true);
    expect(await report(await bounced("another"))).toBe(true);
    expect(await row()).toEqual(failed);
  });

  test("[N-EMAIL-14] a bounce is stored as permanent, and a delivery is not", async () => {
    const isBounced = async () =>
      (await database.query("select bounced_at is not null as is from email_notifications where id = $1", [id]))[0];
    await report(await delivered());
    expect(await isBounced()).toEqual({ is: false });
    await report(await bounced());
    expect(await isBounced()).toEqual({ is: true });
  });

  test("a report can name the mail without brackets and give no reason", async () => {
    const messageId = (await row()).message_id.slice(1, -1);
    expect(await report({ type: "mail.bounced", data: { messageId } })).toBe(true);
    expect((await row()).error_message).toBe("It came back: no reason was given");
  });

  test("a report proves that a mail was sent even if the app could not store that", async () => {
    await database.query("update email_notifications set status = 'pending', sent_at = null where id = $1", [id]);
    expect(await report(await delivered())).toBe(true);
    const [sent] = await database.query(
      "select status, sent_at is not null as sent from email_notifications where id = $1",
      [id],
    );
    expect(sent).toEqual({ status: "delivered", sent: true });
  });
});
