import { expect, test } from "vitest";
import { publishThing } from "../../../test/harness/in-process/publish";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readBroken } from "./read-apart.server";

const database = testDatabase();

test("[O-LINK-2, K-TODAY-2] Today lists broken links after lost files, counted together, page by page", async () => {
  const { staff } = await staffMember(database);
  await database.query(`with d as (insert into documents (document_type, document_name, storage_key, content_type, byte_size, sha256)
      values ('passport', 'scan.pdf', 'a/b.pdf', 'application/pdf', 1, 'x') returning id)
    insert into missing_files (document_id) select id from d`);
  await database.query(
    "insert into broken_links (page, address, words) select '/about', '/gone-' || n, 'Offer ' || n from generate_series(1, 3) n",
  );
  const read = (limit: number, offset: number) => readBroken({ adminId: staff.adminId, limit, offset });
  const names = async (limit: number, offset: number) => (await read(limit, offset)).lines.map(({ name }) => name);
  expect((await read(2, 0)).count).toBe(4);
  expect(await names(2, 0)).toEqual(["scan.pdf", "Offer 1"]);
  expect(await names(2, 2)).toEqual(["Offer 2", "Offer 3"]);
  expect((await read(2, 0)).lines[1]).toMatchObject({
    to: "/admin/content/links",
    says: "on /about, leads to /gone-1 · for less than an hour",
  });
});

test("[O-FACT-4, K-TODAY-2] Today then lists texts that use deleted content, with links to their editors", async () => {
  const superAdmin = await staffMember(database);
  await database.query("delete from broken_links");
  const description = "It costs {price:uk-transit-visa}.";
  await publishThing(superAdmin, "metadata", "about", { description });
  await publishThing(superAdmin, "metadata", "contact", { description });
  const read = (limit: number, offset: number) => readBroken({ adminId: superAdmin.staff.adminId, limit, offset });
  const before = await read(10, 0);
  await database.query("delete from visa_services where slug = 'uk-transit-visa'");
  expect(await read(10, 0)).toEqual({
    count: before.count + 3,
    lines: [
      ...before.lines,
      expect.objectContaining({
        ...{ name: "Metadata of /about", to: "/admin/content/metadata/about" },
        says: "The price of “UK Transit Visa” is gone. Visitors still see its last value.",
      }),
      expect.objectContaining({ name: "Metadata of /contact" }),
      expect.objectContaining({ name: "Post: Changing planes in London: do you need a transit visa?" }),
    ],
  });
  const second = (await read(1, before.count + 1)).lines.map(({ name }) => name);
  expect(second).toEqual(["Metadata of /contact"]);
});
