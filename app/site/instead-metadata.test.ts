import { expect, test } from "vitest";
import { insteadOf } from "~/content/seo/instead.server";
import { db } from "~/db/client.server";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { registerInsteadOfMetadata } from "./instead-metadata.server";

testDatabase();
registerInsteadOfMetadata();

test("[O-META-1] a page without metadata uses its country's or the site’s own", async () => {
  await db.transaction(loadStarter);
  expect(await insteadOf("/services/canada")).toMatchObject({ title: "Visas for Canada: Fees and Documents" });
  expect(await insteadOf("/about")).toMatchObject({ title: "Visa & Immigration Consultants in Nassau | 15+ Years" });
});
