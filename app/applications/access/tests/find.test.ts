import { afterEach, expect, test, vi } from "vitest";
import { browserWith, draftOf } from "../../../../test/harness/in-process/draft";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { findApplication, findForHolder, knownService } from "../find.server";

const database = testDatabase();
afterEach(() => vi.useRealTimers());

test("[W-RESUME-1] an application is found by its id, or by its number in the ways people write it", async () => {
  const [service] = await database.query<{ id: string; name: string; type: string; flag: string }>(
    `select s.id, service_name as name, visa_type as type, c.code as flag
     from visa_services s join countries c on c.id = country_id where visa_type is not null limit 1`,
  );
  const draft = await draftOf(database, { visa_service_id: service?.id });
  const found = {
    application: { id: draft.id },
    serviceName: service?.name,
    visaType: service?.type,
    flag: service?.flag,
  };
  for (const id of [draft.id, draft.id.toUpperCase()])
    expect(await findApplication(id)).toMatchObject({ ...found, byId: true });
  for (const number of [draft.number, draft.number.toLowerCase().replaceAll("-", " ")])
    expect(await findApplication(number)).toMatchObject({ ...found, byId: false });
});

test("[W-RESUME-1] text that is neither an id nor a number finds nothing", async () => {
  const { id } = await draftOf(database);
  for (const text of [
    "",
    "1",
    `${id}0`,
    `0${id}`,
    id.replaceAll("-", ""),
    `${id}'`,
    crypto.randomUUID(),
    "BV26-0000-0000",
  ])
    expect(await findApplication(text), text).toBeUndefined();
});

test("a found application's service is cached for five minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { id } = await draftOf(database);
  expect(knownService(id)).toBeUndefined();
  await findApplication(id);
  expect(knownService(id.toUpperCase())).toEqual({ id, visaServiceId: null });
  vi.setSystemTime(Date.now() + 5 * 60_000 - 1);
  expect(knownService(id)).toEqual({ id, visaServiceId: null });
  vi.setSystemTime(Date.now() + 1);
  expect(knownService(id)).toBeUndefined();
  await findApplication(id);
  expect(knownService(id), "found again").toBeDefined();
});

test("[W-RESUME-4] only a browser with access finds an application as its own", async () => {
  const draft = await draftOf(database);
  const { cookie, holder } = await browserWith(draft);
  const findWith = (shown: string, id = draft.id) =>
    findForHolder(new Request("http://lucaya.test/", { headers: { cookie: shown } }), id);
  expect(await findWith(cookie)).toMatchObject({ application: { id: draft.id }, holder });
  expect(await findWith(cookie, draft.number)).toMatchObject({ holder });
  expect(await findWith("")).toBeUndefined();
  expect(await findWith(cookie, crypto.randomUUID())).toBeUndefined();
});
