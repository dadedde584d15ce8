import { expect, test } from "vitest";
import { activeServices, allCountries, countriesWithServices } from "~/catalogue/services.server";
import { requestContextStorage } from "~/core/request-context-storage.server";
import { visitOf } from "../../../test/harness/in-process/content";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();

type Content = Readonly<Record<string, unknown>>;
/** What an admin sees who previews the draft of a country. */
const seen = <Result>(key: string, content: Content, read: () => Promise<Result>) =>
  requestContextStorage.run(
    visitOf({ preview: { number: 2, title: "", thing: { kind: "countries", key, content } } }),
    read,
  );
const shown = async () => (await allCountries()).map(({ name }) => name);
const inMenu = async () => (await countriesWithServices()).map(({ name }) => name);
const ofBritain = async () => (await activeServices()).filter(({ country }) => country?.name === "Britain").length;
const byName = (a: string, b: string) => a.localeCompare(b, "en");

test("[O-EDIT-3] the preview of a new, a renamed, a moved and a hidden country is visible to its admin only", async () => {
  const before = await shown();
  const draft = { name: "Ireland", code: "IE", aliases: null, place: 0, hidden: null };
  expect(await seen("0b7f9a52-4f3c-4b0e-9f1d-1f0c5a1d2e3f", draft, shown)).toEqual(
    [...before, "Ireland"].toSorted(byName),
  );
  const [uk] = await database.query<{ id: string }>("select id from countries where code = 'GB'");
  const key = uk?.id ?? "";
  const renamed = { ...draft, name: "Britain", code: "GB", place: 5, hidden: true };
  const last = (await seen(key, renamed, allCountries)).at(-1);
  expect(last).toMatchObject({ name: "Britain", displayOrder: 5, isHidden: true });
  expect(await inMenu()).toContain("United Kingdom");
  const hidden = await seen(key, renamed, inMenu);
  expect([hidden.includes("United Kingdom"), hidden.includes("Britain")]).toEqual([false, false]);
  expect(await seen(key, { ...renamed, hidden: null }, inMenu)).toContain("Britain");
  expect(await seen(key, renamed, ofBritain)).toBeGreaterThan(0);
  expect([await shown(), await ofBritain()]).toEqual([before, 0]);
});
