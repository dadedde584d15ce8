import { describe, expect, test } from "vitest";
import { isAlive, postgresProcess, preparedDataDir, startApp } from "../harness/app-server";
import { form, HttpClient, until } from "../harness/http-client";
import { untilWaiting } from "../harness/waiting";

describe("stopping the app", () => {
  // Ctrl-C reaches the app twice: from the terminal, and from npm, which forwards it.
  const ways = [["SIGTERM"], ["SIGINT"], ["SIGINT", "SIGINT"]] as const;
  let folder: string;

  test.each(ways.map((signals) => ({ signals })))(
    "$signals: requests in flight are answered, PostgreSQL stops, and the exit status is 0",
    async ({ signals }) => {
      folder ??= await preparedDataDir();
      const app = await startApp({ DATA_DIR: folder });
      const client = new HttpClient(app);
      const id = await client.start("inflight@mail.example");
      const server = postgresProcess(folder);
      // A save that waits for our lock is in flight for as long as the test needs.
      await app.query(`begin; select 1 from visa_applications where id = '${id}' for update`);
      const save = client.save(id, form("applicant_info", "Applicant Information", { firstName: signals.join() }));
      await untilWaiting(app, "visa_applications");
      for (const signal of signals) app.child.kill(signal);
      await until("it takes no more", () =>
        fetch(`${app.url}/healthz`).then(
          () => false,
          () => true,
        ),
      );
      await app.query("commit");
      expect(await save).toMatchObject({ status: 200, outcome: { kind: "saved" } });
      expect(await app.stop()).toBe(0);
      await until("PostgreSQL has ended", () => !isAlive(server));
    },
  );

  test("saves in flight at the stop are stored at the next start", async () => {
    const next = await startApp({ DATA_DIR: folder });
    const names = await next.query("select metadata #>> '{step1,firstName}' as name from visa_applications order by 1");
    expect(names.map(({ name }) => name)).toEqual(ways.map((signals) => signals.join()).sort());
    await next.stop();
  });
});
