import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, useLoaderData } from "react-router";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { recordPostedFailure } from "../failed-mails.server";
import Unverified from "./unverified";
import { listUnverified } from "./unverified.server";

const database = testDatabase();

function Page() {
  return <Unverified {...({ loaderData: useLoaderData() } as Parameters<typeof Unverified>[0])} />;
}

async function pageText(): Promise<string> {
  const Stub = createRoutesStub([{ id: "page", path: "/", Component: Page }]);
  const page = { ...(await listUnverified(1)), page: 1 };
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { page } }} />);
}

test("[R-IN-14] before Discard staff read whether an email that couldn’t be saved can still come", async () => {
  await recordPostedFailure(Buffer.from("From: eve@mail.test\r\nSubject: Hello\r\n\r\nHello.\r\n"));
  expect(await pageText()).toContain("We’ll still save it if your mail service sends it again.");
  await database.query("update failed_mails set mailbox = 'replies@mail.test/INBOX'");
  expect(await pageText()).toContain("It leaves this list and is not tried again.");
});
