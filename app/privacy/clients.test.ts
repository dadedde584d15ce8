import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { changeClient } from "~/clients/change-client.server";
import { retainedGroups } from "~/content/texts/retained-items";
import { type RequestContext, requestContext } from "~/core/request-context";
import { nassauDay } from "~/core/time";
import { rules } from "~/db/data-inventory/rules";
import { makeLinks } from "~/mail/links/make-links.server";
import { personOf } from "~/people/person-of.server";
import { filesIn } from "../../test/harness/case/zip";
import { insertClient } from "../../test/harness/desk/client-rows";
import { address } from "../../test/harness/in-process/erasure-requests";
import { markedCases } from "../../test/harness/in-process/marked-case";
import { nightsIn } from "../../test/harness/in-process/nights";
import { staffMember } from "../../test/harness/in-process/staff";
import { eraseAgain } from "./erasure/erase-again.server";
import { readErasureList } from "./erasure/erasure-list.server";
import { loader as copyLoader } from "./links/inquiry-copy";
import { eraseFor, openedCookie, readOpened } from "./links/opened.server";
import { confirmErasure, readErasureLink } from "./requests/confirm-erasure.server";

const { database, work, dump, filesThere } = markedCases();
const nights = nightsIn(database);
beforeEach(async () => {
  for (const table of ["clients", "email_notifications", "limit_counts", "erasures"])
    await database.query(`delete from ${table}`);
});

const there = (id: string) => nights.isThere("clients", id);
/** A day so many months before or after today in Nassau. */
async function months(n: number, days = 0): Promise<string> {
  const [row] = await database.query<{ day: string }>(
    "select ($1::date + make_interval(months => $2, days => $3))::date::text as day",
    [nassauDay(), n, days],
  );
  return row?.day ?? "";
}

describe("how long a client is retained", () => {
  test("[X-IMPORT-13] it is deleted 6 months after the last of its key dates, with its part of a person, and recorded", async () => {
    const old = await insertClient(database, { endsOn: await months(-6, -1) });
    const young = await insertClient(database, { name: "Rosa Rolle", endsOn: await months(-6, 1) });
    const later = await insertClient(database, { name: "Zoe Nunez", endsOn: await months(-9) });
    await database.query(
      "insert into key_dates (client_id, kind, ends_on, made_by) values ($1, 'passport', $2, 'boss@lucaya.example')",
      [later, await months(12)],
    );
    const open = await insertClient(database, { name: "Wu Li", endsOn: await months(-9) });
    await database.query(
      "insert into key_dates (client_id, kind, made_by) values ($1, 'visa', 'boss@lucaya.example')",
      [open],
    );
    await database.query("update clients set created_at = now() - interval '1 year'");
    for (const id of [old, young, later, open]) await personOf("client", id);
    expect(await nights.run()).toMatchObject({ clients: 1 });
    expect(await Promise.all([old, young, later, open].map(there))).toEqual([false, true, true, true]);
    expect(await database.query("select name from people order by name")).toEqual([
      { name: "Rosa Rolle" },
      { name: "Wu Li" },
      { name: "Zoe Nunez" },
    ]);
    expect(
      await database.query(
        "select admin_email as by from admin_activity_log where action_type = 'client_deleted_by_schedule'",
      ),
    ).toEqual([{ by: null }]);
  });

  test("[X-IMPORT-13] one whose dates ended long ago stays while its import can be undone", async () => {
    const [fresh, old] = [
      await insertClient(database, { endsOn: await months(-12) }),
      await insertClient(database, { name: "Rosa Rolle", endsOn: await months(-12) }),
    ];
    await nights.age("clients", "created_at", fresh, "70 hours");
    await nights.age("clients", "created_at", old, "74 hours");
    expect(await nights.run()).toMatchObject({ clients: 1 });
    expect([await there(fresh), await there(old)]).toEqual([true, false]);
  });

  test("[X-IMPORT-13] it is deleted 7 years after its import, however late its key dates are", async () => {
    const day = await months(60);
    const old = await insertClient(database, { endsOn: day });
    const young = await insertClient(database, { name: "Rosa Rolle", endsOn: day });
    await nights.age("clients", "created_at", old, "7 years 2 hours");
    await nights.age("clients", "created_at", young, "6 years 363 days");
    expect(await nights.run()).toMatchObject({ clients: 1 });
    expect([await there(old), await there(young)]).toEqual([false, true]);
  });

  test("[X-IMPORT-13] without key dates the last change counts, or the import", async () => {
    const by = await staffMember(database);
    const [old, changed] = [await insertClient(database), await insertClient(database, { name: "Rosa Rolle" })];
    for (const id of [old, changed]) await nights.age("clients", "created_at", id, "6 months 3 days");
    const values = {
      name: "Rosa Moxey",
      email: "",
      phone: "+1 242 555 0100",
      nationality: "",
      service: "",
      reference: "",
    };
    expect(await changeClient(by, { clientId: changed, revision: 0, ...values })).toEqual({ ok: true });
    expect(await nights.run()).toMatchObject({ clients: 1 });
    expect([await there(old), await there(changed)]).toEqual([false, true]);
  });

  test("[X-IMPORT-13, V-PAGE-1] the privacy policy states both periods", () => {
    const stated = JSON.stringify(retainedGroups);
    for (const { after } of [rules.client, rules.clientAtMost]) expect(stated).toContain(after.join(" "));
    expect(retainedGroups.map(({ about }) => about)).toContain("Clients from before this website");
  });
});

describe("the rights of a client", () => {
  const email = "ana.client@mail.example";
  const marked = async () => {
    const id = await insertClient(database, {
      ...{
        name: "Ana Zxqwclient",
        email,
        phone: "+1 242 555 0199",
        reference: "Zxqwreference",
        endsOn: await months(9),
      },
    });
    await personOf("client", id);
    await database.query(
      `with mail as (
         insert into email_notifications (email_type, template_name, recipient_name, recipient_email, subject, status, message_id, template_data)
         values ('client_reminder', 'client_reminder', 'Ana Zxqwclient', $2, 'Your permit ends', 'sent', gen_random_uuid(), '{}') returning id
       )
       insert into key_date_reminders (key_date_id, ends_on, days, mail_id)
       select k.id, k.ends_on, 30, mail.id from key_dates k, mail where k.client_id = $1`,
      [id, email],
    );
    return id;
  };
  const token = async () => {
    const [mail] = await database.query<{ data: Record<string, string> }>(
      "select template_data as data from email_notifications where email_type = 'erasure_confirm' order by created_at desc limit 1",
    );
    const links = await makeLinks(["erase"], { recipientEmail: email, templateData: mail?.data ?? {} }, undefined);
    return typeof links === "string" ? expect.fail(links) : (new URL(links.erase).searchParams.get("token") ?? "");
  };

  test("[X-IMPORT-13, V-COPY-6] /your-data lists a client and gives a copy at once, with source and legal basis", async () => {
    const id = await marked();
    const other = await insertClient(database, { email: "else@mail.example" });
    expect((await readOpened(email.toUpperCase())).map(({ kind, id: own }) => [kind, own])).toEqual([["client", id]]);
    const [link] = await database.query<{ id: string }>("insert into data_links (email) values ($1) returning id", [
      email,
    ]);
    const links = await makeLinks(["ownData"], { recipientEmail: email, templateData: { link: link?.id } }, undefined);
    const cookie =
      typeof links === "string" ? "" : openedCookie(new URL(links.ownData).searchParams.get("token") ?? "");
    const request = new Request("http://localhost/your-data/open", { headers: { cookie: cookie.split(";")[0] ?? "" } });
    const context = new RouterContextProvider();
    context.set(requestContext, { address } as RequestContext);
    const args = { request, url: new URL(request.url), context, pattern: "" };
    const response = await copyLoader({ ...args, params: { kind: "client", id } });
    const json = JSON.parse(
      filesIn(Buffer.from(await response.arrayBuffer()))
        .get("your-data.json")
        ?.toString() ?? "",
    );
    expect(json).toMatchObject({
      client: {
        ...{ name: "Ana Zxqwclient", email, reference: "Zxqwreference", remindedByEmail: false },
        ...{ legalBasis: "Contract with the client", source: "Spreadsheet of the office" },
      },
      keyDates: [{ what: "Work or residence permit", endsOn: await months(9) }],
      mails: [{ kind: "client_reminder", to: email }],
    });
    expect(JSON.stringify(json)).not.toContain("boss@lucaya.example");
    await expect(copyLoader({ ...args, params: { kind: "client", id: other } })).rejects.toMatchObject({
      init: { status: 404 },
    });
  });

  test("[X-IMPORT-13, V-ERASE-5] a confirmed request erases a client at once, and nothing of it remains", async () => {
    const id = await marked();
    const namesake = await insertClient(database, { name: "Ana Other", phone: "+1 242 555 0199" });
    await personOf("client", namesake);
    const by = await staffMember(database);
    const values = { name: "Ana Zxqwclient", email, phone: "+1 242 555 0199", nationality: "JM", service: "" };
    await changeClient(by, { clientId: id, revision: 0, ...values, reference: "Zxqwreference" });
    await database.query(
      `insert into email_notifications (email_type, template_name, recipient_name, recipient_email, subject, status, message_id, template_data)
       values ('client_reminder', 'client_reminder', 'Ana Zxqwclient', 'zxqwformer@mail.example', 'Your visa ends', 'sent', gen_random_uuid(), $1)`,
      [JSON.stringify({ clientId: id })],
    );
    expect(await eraseFor(email, [id], "Please.")).toEqual({ ok: true });
    const link = await token();
    expect(await readErasureLink(link)).toMatchObject({ state: "good", covers: [], atOnce: [expect.any(String)] });
    expect(await there(id)).toBe(true);
    expect(await confirmErasure(link, address)).toMatchObject({ state: "used" });
    for (const job of ["privacy.erase", "privacy.clean-outbox", "mail.send", "privacy.erase-late"]) await work(job);
    expect([await there(id), await there(namesake)]).toEqual([false, true]);
    const after = `${await dump()}${filesThere()}`;
    for (const value of ["Zxqwclient", "zxqwclient", "zxqwformer", "Zxqwreference"]) expect(after).not.toContain(value);
    expect(await dump()).not.toContain(email);
    expect(await database.query("select kind from erasures where id = $1", [id])).toEqual([{ kind: "client" }]);
    expect(
      await database.query(
        "select subject_name as name, details from admin_activity_log where subject_id = $1 and action_type = 'client_changed'",
        [id],
      ),
    ).toEqual([{ name: id.slice(0, 12).toUpperCase(), details: null }]);
  });

  test("[X-IMPORT-13, V-ERASE-7] a restore erases again a client that was erased since the backup", async () => {
    const id = await marked();
    await eraseFor(email, [id], "");
    await confirmErasure(await token(), address);
    await work("privacy.erase");
    const list = (await readErasureList())?.filter((entry) => entry.id === id) ?? [];
    expect(list).toMatchObject([{ kind: "client" }]);
    const [row] = await database.query<{ id: string }>("select id from client_imports limit 1");
    await database.query("insert into clients (id, import_id, line, name, email) values ($1, $2, 900, 'Ana', $3)", [
      id,
      row?.id,
      email,
    ]);
    await eraseAgain(list);
    expect(await there(id)).toBe(false);
  });
});
