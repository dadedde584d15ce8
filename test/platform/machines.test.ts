import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { beforeAll, describe, expect, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { afterFile } from "../harness/after-file";
import { type AppServer, admin, emptyDataDir, freePort, freshDatabase, startApp } from "../harness/app-server";
import { pdfFile } from "../harness/applicants/uploads";
import { needsDebian, nginxProgram } from "../harness/debian-packages";
import { endFirstSignIn } from "../harness/desk/desk";
import { startNginx } from "../harness/fakes/nginx";
import { startBucket } from "../harness/fakes/storage-server";
import { form, HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

/** The number of arrivals of each Message-ID. Mails are accepted slowly, so that a stop interrupts some. */
const arrived = new Map<string, number>();
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _session, done) {
    buffer(stream).then((bytes) => {
      const id = /^message-id: *(\S+)/im.exec(bytes.toString())?.[1] ?? "none";
      arrived.set(id, (arrived.get(id) ?? 0) + 1);
      setTimeout(done, 50);
    }, done);
  },
});

const instances: { app: AppServer; env: Record<string, string> }[] = [];

await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
afterFile(() => new Promise<void>((resolve) => smtp.close(resolve)));
const address = smtp.server.address();
/** Its PostgreSQL has the database of both. */
const host = await sharedApp();
const database = await freshDatabase(host, "machines");
const proxy = await freePort();
const bucket = await startBucket(await emptyDataDir());
for (let number = 0; number < 2; number++) {
  const env = {
    PORT: String(await freePort()),
    ...bucket.env,
    DATA_DIR: await emptyDataDir(),
    DATABASE_URL: database,
    SECRET: "the tide comes in twice a day, on every shore",
    PUBLIC_URL: `http://localhost:${proxy}`,
    TRUST_PROXY: "yes",
    SMTP_URL: `smtp://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`,
  };
  instances.push({ env, app: await startApp(env) });
}
/** Both as visitors reach them: by their public URL, behind nginx. */
const proxied: AppServer = {
  ...host,
  url: `http://localhost:${proxy}`,
  query: (text, values) => instance(0).query(text, values),
};

function instance(number: number): AppServer {
  const found = instances[number];
  if (!found) throw new Error(`There is no instance ${number}`);
  return found.app;
}

/** The same browser, whose next request goes to one instance directly. */
const at = (client: HttpClient, number: number) => new HttpClient({ ...proxied, url: instance(number).url }, client);
const fromSite = () => ({ origin: proxied.url });

/** Starts an application on the first one; returns its id. */
async function startDraft(client: HttpClient, email: string): Promise<string> {
  const fields = { email, terms: "yes", attempt: crypto.randomUUID() };
  const started = await at(client, 0).post("/apply", fields, fromSite());
  return started.headers.get("location")?.split("/").at(-1) ?? "";
}

async function restart(number: number) {
  const entry = instances[number];
  if (!entry) return;
  entry.app = await startApp(entry.env);
}

describe("two instances on one database", () => {
  test("an application started on one instance is finished on the other, and both show it", async () => {
    const applicant = new HttpClient(proxied);
    const id = await startDraft(applicant, "two.machines@mail.test");
    for (const [index, { code, title }] of standardSteps.slice(0, 7).entries()) {
      const instance = at(applicant, index % 2);
      const fields = { ...form(code, title), intent: "next" };
      expect((await instance.post(`/apply/${id}/save`, fields, fromSite())).status, title).toBe(200);
    }
    const { code, title } = standardSteps[7] ?? { code: "", title: "" };
    const attempt = crypto.randomUUID();
    const signed = { ...(await at(applicant, 0).reviewed(id)), ...form(code, title), intent: "submit", attempt };
    const both = [0, 1].map((number) => at(applicant, number).post(`/apply/${id}/save`, signed, fromSite()));
    const answers = await Promise.all((await Promise.all(both)).map((response) => response.json()));
    // One of the two submits it; the other reports that, or the same number.
    expect(answers.map(({ kind }) => kind)).toContain("submitted");
    const rows = await proxied.query<{ number: string }>(
      `select a.application_number as number from application_submissions s
       join visa_applications a on a.id = s.application_id where a.id = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    for (const number of [0, 1])
      expect(await (await at(applicant, number).get(`/apply/${id}`)).text()).toContain(rows[0]?.number);
  });

  test("a document uploaded to one instance is read from the other, byte for byte", async () => {
    const holder = new HttpClient(proxied);
    const id = await startDraft(holder, "bucket@mail.example");
    const body = new FormData();
    const file = pdfFile("passport.pdf");
    for (const [name, value] of [
      ["attempt", crypto.randomUUID()],
      ["type", "supporting_document"],
    ] as const)
      body.set(name, value);
    body.set("file", file);
    expect((await at(holder, 0).post(`/apply/${id}/documents/save`, body, fromSite())).status).toBe(200);
    const [row] = await proxied.query<{ id: string; key: string }>(
      "select id, storage_key as key from documents where application_id = $1",
      [id],
    );
    const read = await at(holder, 1).get(`/documents/${row?.id}`);
    expect(read.status).toBe(200);
    expect(Buffer.from(await read.arrayBuffer())).toEqual(Buffer.from(await file.arrayBuffer()));
    expect(bucket.keys()).toContain(row?.key);
  });

  test("a session of one instance is valid on the other and is ended on both", async () => {
    await endFirstSignIn(proxied);
    const desk = at(new HttpClient(proxied), 0);
    expect((await desk.post("/admin/login", admin, fromSite())).status).toBe(302);
    expect((await at(desk, 1).get("/admin/applications")).status).toBe(200);
    await at(desk, 1).post("/admin/sign-out", {}, fromSite());
    expect((await at(desk, 0).get("/admin/applications")).status).toBe(302);
  });

  test("sign-in guesses are counted across instances", async () => {
    const guesser = new HttpClient(proxied);
    const guess = (turn: number) => {
      const instance = at(guesser, turn % 2);
      return instance.post("/admin/login", { email: "guessed@mail.example", password: `guess ${turn}` }, fromSite());
    };
    const statuses: number[] = [];
    for (let round = 0; round < 12; round++) statuses.push((await guess(round)).status);
    expect(statuses).toEqual([...Array.from({ length: 11 }, () => 401), 429]);
  });

  test("a setting changed on one instance shows on pages that the other has cached", async () => {
    const client = new HttpClient(proxied);
    for (const number of [0, 1]) expect(await (await at(client, number).get("/contact")).text()).toContain("555 0142");
    await proxied.query(`update site_settings set value = '"+1 242 555 0177"' where key = 'contact_phone'`);
    for (const number of [0, 1])
      await until(`instance ${number} shows it`, async () =>
        (await (await at(client, number).get("/contact")).text()).includes("555 0177"),
      );
  });
});

describe("two instances behind nginx", () => {
  const isThere = needsDebian(nginxProgram);
  beforeAll(async () => {
    if (!isThere) return;
    await startNginx(
      proxy,
      instances.map(({ env }) => `127.0.0.1:${env.PORT}`),
    );
  });

  /** What a browser retries: no response, or a gateway error. */
  async function timed(request: () => Promise<Response>): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const response = await request().catch(() => undefined);
      if (response && ![502, 503, 504].includes(response.status)) return response;
      if (tries === 8) throw new Error(`No answer after ${tries} tries: ${response?.status}`);
      await new Promise((resolve) => setTimeout(resolve, 100 * tries));
    }
  }
  let people = 0;

  /** A person who starts an application, reads pages, and saves; acknowledged saves must be stored at the end. */
  async function apply(going: () => boolean): Promise<{ id: string; saved: Map<string, number>; pages: number }> {
    const client = new HttpClient(proxied);
    const saved = new Map<string, number>();
    const attempt = crypto.randomUUID();
    const email = `person${++people}@mail.test`;
    await timed(() => client.get("/apply"));
    const started = await timed(() => client.post("/apply", { email, terms: "yes", attempt }));
    const id = /^\/apply\/([0-9a-f-]{36})$/.exec(started.headers.get("location") ?? "")?.[1] ?? "";
    expect(id, `started with ${started.status}`).not.toBe("");
    let pages = 0;
    for (let round = 0; going() && round < 24; round++) {
      const { code, title } = standardSteps[round % 2] ?? { code: "", title: "" };
      const before = saved.get(code) ?? 0;
      const fields = { ...form(code, title), intent: "next", revision: String(before) };
      const response = await timed(() => client.post(`/apply/${id}/save`, fields));
      const outcome = await response.json();
      // A save whose response was lost is stale when sent again, because it was stored.
      expect(["moved", "stale"], JSON.stringify(outcome)).toContain(outcome.kind);
      saved.set(code, Math.max(before, outcome.revision));
      const page = await timed(() =>
        client.get(round % 3 === 0 ? `/apply/${id}` : round % 3 === 1 ? "/" : "/services"),
      );
      expect(page.status).toBe(200);
      pages++;
    }
    return { id, saved, pages };
  }

  async function underLoad(change: () => Promise<void>) {
    let going = true;
    const load = async () => {
      const done = [];
      while (going) done.push(await apply(() => going));
      return done;
    };
    const loads = Array.from({ length: 6 }, load);
    for (const load of loads) load.catch(() => undefined);
    try {
      await change();
    } finally {
      going = false;
    }
    return (await Promise.all(loads)).flat();
  }

  async function expectNothingLost(applications: Awaited<ReturnType<typeof underLoad>>) {
    for (const { id, saved } of applications) {
      const [row] = await proxied.query<{ revisions: Record<string, number> | null }>(
        "select revisions from visa_applications where id = $1",
        [id],
      );
      const stored = [...saved.keys()].map((code) => {
        const position = standardSteps.findIndex((step) => step.code === code) + 1;
        return [code, row?.revisions?.[`step${position}`] ?? 0] as const;
      });
      for (const [code, revision] of stored) expect(revision).toBeGreaterThanOrEqual(saved.get(code) ?? 0);
    }
    const mails = () =>
      proxied.query<{ message_id: string; status: string }>(
        "select message_id, status from email_notifications where recipient_email like '%@mail.test'",
      );
    const all = await until(
      "every mail is sent",
      async () => {
        const found = await mails();
        return found.every(({ status }) => status === "sent") ? found : undefined;
      },
      90,
    );
    expect(all.length).toBeGreaterThan(applications.length - 1);
    const ids = all.map(({ message_id }) => message_id.replace(/^<?/, "<").replace(/>?$/, ">"));
    expect(ids.filter((id) => !arrived.has(id))).toEqual([]);
    expect(
      [...arrived.keys()].filter((id) => !ids.includes(id)),
      "no mail under an unknown Message-ID",
    ).toEqual([]);
  }

  test("a rolling restart under load fails no request that a retry doesn't fix, and loses no save and no mail", async () => {
    const applications = await underLoad(async () => {
      for (const number of [0, 1]) {
        expect(await instance(number).stop()).toBe(0);
        await restart(number);
      }
    });
    expect(applications.length).toBeGreaterThan(5);
    await expectNothingLost(applications);
    // After clean stops each mail arrived once.
    expect([...arrived.values()].filter((times) => times > 1)).toEqual([]);
  });

  test("after one instance is killed during requests the other keeps serving, and nothing acknowledged is lost", async () => {
    const applications = await underLoad(async () => {
      const { child } = instance(0);
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      await restart(0);
    });
    await expectNothingLost(applications);
  });
});
