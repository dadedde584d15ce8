import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { newApplicationNumber } from "~/applications/access/number";
import { type RequestContext, requestContext } from "~/core/request-context";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { browserWith } from "../../../test/harness/in-process/draft";
import { statementsOf } from "../../../test/harness/in-process/statements";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { loader } from "../../cases/applicant-page/application";

const database = testDatabase();
let applicant: Applicant;
/** A submitted application, and the cookies of a browser with another one. */
let id: string;
let number: string;
let otherCookie: string;
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.ready();
  await applicant.submit(id);
  number = (await applicant.found(id)).application.applicationNumber;
  otherCookie = (await browserWith({ id: await new Applicant(database).start() })).cookie;
});

const argsOf = (at: string, init: RequestInit & { headers?: Record<string, string> }) => {
  const request = new Request(`http://localhost/apply/${at}`, init);
  const context = new RouterContextProvider();
  context.set(requestContext, { address: "203.0.113.5", browser: "" } as RequestContext);
  return { request, params: { id: at }, url: new URL(request.url), context, pattern: "" };
};
type Args = Parameters<typeof loader>[0];
const read = (at: string, cookie: string) => loader(argsOf(at, { headers: { cookie } }) as unknown as Args);

test("[F-SAFE-18] a visitor who knows only the id of a submitted application sees how to get a link and nothing else", async () => {
  for (const cookie of ["", otherCookie]) expect(await read(id, cookie)).toEqual({ view: "open", id, byLink: true });
  expect(await read(id, (await browserWith({ id })).cookie)).toMatchObject({ view: "status", number });
});

test("[F-SAFE-16] an existing number gets the same response, by the same number of statements, as an unknown one, with any cookie", async () => {
  const unknownNumber = newApplicationNumber();
  const forged = otherCookie.replace(/application-[^=]+/, `application-${id}`);
  for (const cookie of ["", otherCookie, forged]) {
    const [known, unknown] = [
      await statementsOf(() => read(number, cookie)),
      await statementsOf(() => read(unknownNumber, cookie)),
    ];
    expect(known.result).toEqual({ view: "ask-link", number });
    expect(unknown.result).toEqual({ view: "ask-link", number: unknownNumber });
    expect(known.statements, cookie).toEqual(unknown.statements);
  }
});
