import { expect } from "vitest";
import type { AppServer } from "../app-server";
import { continueBy, mailsTo, resumeLinkOf } from "../fakes/mails";
import { HttpClient } from "../http-client";

const kinds = {
  "Chrome on Android":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  "Safari on iOS":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  "Firefox on Windows": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0",
  // The user agent parser returns what it doesn't know unchanged.
  "": "Call www.evil.example now/1.0 (or else) x",
};
export type Kind = keyof typeof kinds;

export class Device extends HttpClient {
  readonly kind: Kind;
  constructor(app: AppServer, kind: Kind) {
    super(app);
    this.kind = kind;
  }
  override send(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    headers.set("user-agent", kinds[this.kind]);
    return super.send(path, { ...init, headers });
  }
}

type Row = { id: string; browser: string; last: Date };
let people = 0;

/** Actions and checks for tests of browsers and links; the app must be started before they run. */
export function browsersOf(app: () => AppServer) {
  /** An application, started in Chrome on Android. */
  async function startApplication() {
    const email = newEmail();
    const own = new Device(app(), "Chrome on Android");
    const id = await own.start(email);
    return { own, id, email };
  }

  const follow = (device: Device, token: string) => continueBy(device, token);
  const welcome = async (email: string) => resumeLinkOf((await mailsTo(app(), email, "application_started", 1))[0]);
  /** A browser that opened the link of the welcome mail. */
  async function cameIn(kind: Kind, { id, email }: { id: string; email: string }) {
    const device = new Device(app(), kind);
    expect((await follow(device, (await welcome(email)).token)).headers.get("location")).toBe(`/apply/${id}`);
    return device;
  }

  const rowsOf = (id: string) =>
    app().query<Row>(
      `select id, browser, last_used_at as last from application_holders where application_id = $1 order by created_at`,
      [id],
    );
  const rowOf = async (id: string, kind: Kind) => (await rowsOf(id)).find((row) => row.browser === kind)?.id ?? "";
  const end = (device: Device, id: string, holder: string) => device.post(`/apply/${id}/browsers`, { end: holder });
  const page = async (device: HttpClient, path: string) => {
    const response = await device.get(path);
    const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, " ");
    return {
      status: response.status,
      html,
      text: html
        .replace(/<!--[^>]*-->/g, "")
        .replace(/<[^>]+>/g, " ")
        .replace(/\s+/g, " "),
    };
  };
  const hasAccess = async (device: HttpClient, id: string) =>
    (await device.get(`/apply/${id}/browsers`)).status === 200;
  const recorded = (id: string) =>
    app().query(
      "select action_type as what, subject_type as about, details, address, browser, admin_id as staff from admin_activity_log where subject_id = $1 and action_type <> 'email_confirmed_by_applicant'",
      [id],
    );
  const mailed = async (email: string) =>
    (
      await app().query<{ kind: string }>(
        "select email_type as kind from email_notifications where recipient_email = $1 order by created_at",
        [email],
      )
    ).map(({ kind }) => kind);
  const byLinkOnly = async (id: string) =>
    (
      await app().query<{ is: boolean }>("select opens_by_link_only as is from visa_applications where id = $1", [id])
    )[0]?.is;

  const newEmail = () => `browsers${++people}@mail.example`;
  return {
    newEmail,
    begun: startApplication,
    follow,
    welcome,
    cameIn,
    rowsOf,
    rowOf,
    end,
    page,
    holds: hasAccess,
    recorded,
    mailed,
    byLinkOnly,
  };
}
