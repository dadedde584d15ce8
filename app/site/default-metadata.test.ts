import { expect, test } from "vitest";
import { defaultMetadataOf } from "~/content/seo/default-metadata.server";
import { db } from "~/db/client.server";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { registerSiteMetadata } from "./default-metadata.server";

testDatabase();
registerSiteMetadata();

test("[O-META-1] a page without metadata uses its country's or the site’s own", async () => {
  await db.transaction(loadStarter);
  expect(await defaultMetadataOf("/services/canada")).toMatchObject({ title: "Visas for Canada: Fees and Documents" });
  expect(await defaultMetadataOf("/about")).toMatchObject({
    title: "Visa & Immigration Consultants in Nassau | 15+ Years",
  });
});
