import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { startApplication } from "~/applications/start/start.server";
import { type RequestContext, requestContext } from "~/core/request-context";
import { openBody } from "~/request-bodies/read-form.server";
import { newEmail } from "../../../../test/harness/applicants/in-process";
import { storedFile } from "../../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { action } from "./documents";

testDatabase();

test("[V-ATK-11] a place on the page that no address can have is no failure", async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ email: newEmail(), terms: "yes", attempt: crypto.randomUUID() }))
    form.set(name, value);
  const by = { address: "10.9.9.9", browser: "Firefox on Linux", token: undefined };
  const started = await startApplication(by, form);
  if (!started.ok) throw new Error(started.reason);
  const file = await storedFile(started.id);
  const type = "Жизнь\nX: 1";
  const body = String(new URLSearchParams({ intent: "keep-hint", document: file.id, type }));
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
    cookie: started.cookie.split(";")[0] ?? "",
  };
  const request = new Request(`http://localhost/apply/${started.id}/documents`, { method: "POST", body, headers });
  openBody(
    request,
    Object.assign(Readable.from([Buffer.from(body)]), { headers }) as unknown as IncomingMessage,
    "test",
  );
  const context = new RouterContextProvider();
  context.set(requestContext, { ...by, origin: "http://localhost" } as unknown as RequestContext);
  const answer = await action({ request, params: { id: started.id }, context } as never).catch((thrown) => thrown);
  expect(answer).toBeInstanceOf(Response);
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    302,
    `/apply/${started.id}/documents#${encodeURIComponent(type)}`,
  ]);
});
