import { expect, test } from "vitest";
import { readStaffServices } from "~/catalogue/desk/services.server";
import { activeServices } from "~/catalogue/services.server";
import { testDatabase } from "../../../../test/harness/in-process/test-database";

testDatabase();

test("[S-LOOK-12] the desk's list of services says each price as the public list does", async () => {
  const desk = new Map((await readStaffServices()).services.map(({ id, price }) => [id, price]));
  const listed = await activeServices();
  expect(listed.length).toBeGreaterThan(10);
  for (const { id, name, said } of listed) expect([name, desk.get(id)]).toEqual([name, said.amount]);
  expect([...desk.values()].some((price) => price.startsWith("From "))).toBe(true);
});
