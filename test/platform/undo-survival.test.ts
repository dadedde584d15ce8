import { expect, test } from "vitest";
import { freePort, startApp } from "../harness/app-server";
import { submittedCase } from "../harness/case/opened-case";
import { signIn } from "../harness/desk/desk";
import { endUndo, keepUndoOpen } from "../harness/desk/undo";
import { startMailServer } from "../harness/fakes/mail-server";
import { until } from "../harness/http-client";
import { giveBackJobs, wake } from "../harness/queue";

test("[K-UNDO-2] a mail delayed for its undo is sent once, even if the app is killed and restarted in between", async () => {
  const smtp = await startMailServer();
  const PORT = String(await freePort());
  const at = { PORT, PUBLIC_URL: `http://localhost:${PORT}` };
  const settings = { TRUST_PROXY: "yes", SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ...at };
  let app = await startApp(settings);
  const { dataDir } = app;
  const desk = await signIn(app);
  const { id } = await submittedCase(app, "undo@mail.test");
  await app.query("update visa_applications set email_confirmed_at = now() where id = $1", [id]);
  const states = async () =>
    (
      await app.query<{ status: string }>(
        "select status from email_notifications where application_id = $1 and email_type = 'status_update'",
        [id],
      )
    ).map(({ status }) => status);
  const arrived = () => smtp.received.filter(({ mail }) => mail.subject?.includes("Under Review"));

  expect((await desk.post(`/admin/applications/${id}`, { intent: "status", status: "under_review" })).status).toBe(302);
  await keepUndoOpen(app);
  await app.kill();
  expect(arrived()).toEqual([]);

  app = await startApp({ ...settings, DATA_DIR: dataDir });
  await giveBackJobs(app, new Date());
  const waits = `select j.start_after >= o.open_until as waits from email_notifications e
    join undo_offers o on o.id = e.undo_id join pgboss.job j on j.data ->> 'mailId' = e.id::text
    where e.application_id = $1 and e.status = 'pending'`;
  expect(await app.query(waits, [id]), "neither the start nor the queue sends it sooner").toEqual([{ waits: true }]);
  // The queue works: another mail goes out before.
  await submittedCase(app, "other@mail.test");
  await until("another mail arrives", async () => smtp.received.some(({ to }) => to.includes("other@mail.test")));
  expect([await states(), arrived()]).toEqual([["pending"], []]);
  await endUndo(app);
  await wake(app, "mail.send");
  await until("the mail was sent", async () => (await states())[0] === "sent");
  expect(arrived().map(({ to }) => to)).toEqual([["undo@mail.test"]]);
  await app.stop();
  await smtp.close();
});
