import { createHmac } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, useLoaderData } from "react-router";
import { afterEach, expect, test } from "vitest";
import { config } from "~/config.server";
import { unverifiedMail } from "../../../test/harness/in-process/received-mails";
import { openSession, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { screenOf } from "../../../test/harness/screen";
import MailLog, { loader } from "./log";

const database = testDatabase();
afterEach(() => {
  config.REPLY_ADDRESS = undefined;
});

function Page() {
  return <MailLog {...({ loaderData: useLoaderData() } as Parameters<typeof MailLog>[0])} />;
}

/** The links to the unverified replies on the page of the emails. */
async function linksToReplies(): Promise<string[]> {
  const token = await openSession(database, (await staffMember(database)).staff.userId);
  const signed = `${token}.${createHmac("sha256", config.secret).update(token).digest("base64")}`;
  const url = new URL("http://lucaya.test/admin/emails");
  const request = new Request(url, { headers: { cookie: `lucaya_staff=${encodeURIComponent(signed)}` } });
  const { data } = await loader({ request, url, params: {} } as never);
  const Stub = createRoutesStub([{ id: "page", path: "/", Component: Page }]);
  const screen = screenOf(renderToStaticMarkup(<Stub hydrationData={{ loaderData: { page: data } }} />));
  return screen.queryAllByRole("link", { name: /^Unverified replies/ }).map((link) => link.textContent);
}

test("[R-IN-6] the emails lead to the unverified replies and count them, once replies are received", async () => {
  expect(await linksToReplies()).toEqual([]);
  config.REPLY_ADDRESS = "replies+{token}@lucaya.example";
  expect(await linksToReplies()).toEqual(["Unverified replies 0"]);
  await unverifiedMail();
  expect(await linksToReplies()).toEqual(["Unverified replies 1"]);
  config.REPLY_ADDRESS = undefined;
  expect(await linksToReplies()).toEqual(["Unverified replies 1"]);
});
