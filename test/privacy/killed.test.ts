import { expect, test } from "vitest";
import { type AppServer, admin, startApp } from "../harness/app-server";
import { mailsTo } from "../harness/fakes/mails";
import { HttpClient, until } from "../harness/http-client";
import { giveBackJobs } from "../harness/queue";

/** Kills it with kill -9, and restarts it on the same directory. */
async function killed(app: AppServer): Promise<AppServer> {
  await app.kill();
  const moment = new Date();
  const again = await startApp({ DATA_DIR: app.dataDir, TRUST_PROXY: "yes" });
  await giveBackJobs(again, moment);
  return again;
}

test("[V-COPY-1, V-ERASE-11] after kill -9 a copy is made and mailed once, and a decided erasure is completed", async () => {
  let app = await startApp({ TRUST_PROXY: "yes" });
  const holder = new HttpClient(app);
  const id = await holder.start("killed@mail.example");
  await holder.fillIn(id);
  await holder.submit(id);
  expect((await holder.post(`/apply/${id}/data`, { intent: "copy" })).status).toBe(302);
  app = await killed(app);
  expect(await mailsTo(app, "killed@mail.example", "data_copy_ready", 1)).toHaveLength(1);
  expect(await app.query("select from data_copies where state = 'ready'")).toHaveLength(1);

  await app.query(
    `insert into erasure_requests (group_id, application_id, email, state, confirmed_at)
     select gen_random_uuid(), id, user_email, 'open', now() from visa_applications where id = $1`,
    [id],
  );
  await app.query("update visa_applications set submitted_at = null, status = 'draft' where id = $1", [id]);
  const [request] = await app.query<{ id: string }>("select id from erasure_requests");
  const superAdmin = new HttpClient(app);
  expect((await superAdmin.post("/admin/login", admin)).status).toBe(302);
  expect(
    (await superAdmin.post(`/admin/privacy/requests/${request?.id}`, { decision: "erase", sure: "yes" })).status,
  ).toBe(302);
  app = await killed(app);
  await until("it is erased", async () =>
    (await app.query("select from visa_applications where id = $1", [id])).length === 0 ? true : undefined,
  );
  await mailsTo(app, "killed@mail.example", "data_erased", 1);
  for (const table of ["documents", "data_keys", "application_submissions", "data_copies", "email_notifications"])
    expect(await app.query(`select from ${table} where application_id = $1`, [id]), table).toEqual([]);
  await app.stop();
});
