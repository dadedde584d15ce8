import { expect, test } from "vitest";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readRenewalState } from "./renewal-state.server";

const database = testDatabase();

test("[X-RENEW-1] a renewal is due from 120 days before a visa, permit or entry permission in force ends, until it is settled", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  await database.query("update visa_applications set status = 'approved', submitted_at = now() where id = $1", [id]);
  const offer = async () => (await readRenewalState((await applicant.found(id)).application, null)).offer;
  expect(await offer()).toBe("possible");
  await database.query(
    `insert into key_dates (application_id, kind, ends_on, made_by)
     values ($1, 'permit', (now() at time zone 'America/Nassau')::date + 121, 'theo@lucaya.example'),
       ($1, 'passport', (now() at time zone 'America/Nassau')::date + 10, 'theo@lucaya.example')`,
    [id],
  );
  expect(await offer()).toBe("possible");
  const change = (set: string) =>
    database.query(`update key_dates set ${set} where application_id = $1 and kind = 'permit'`, [id]);
  await change("ends_on = ends_on - 1");
  expect(await offer()).toBe("due");
  await change("ends_on = ends_on - 300");
  expect(await offer()).toBe("due");
  await change("suspended_at = now()");
  expect(await offer()).toBe("possible");
  await change("suspended_at = null, settled_as = 'renewed', settled_at = now(), settled_by = 'theo@lucaya.example'");
  expect(await offer()).toBe("possible");
  await database.query("update visa_applications set status = 'under_review' where id = $1", [id]);
  expect(await offer()).toBe(null);
});
