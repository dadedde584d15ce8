import { expect, test } from "vitest";
import { inDays } from "../../../test/harness/in-days";
import { compareInFile } from "./already-here.server";

test("[X-IMPORT-7] a company's name, email and phone on each of 10,000 lines take neither the memory nor the time of all its dates", async () => {
  const clients = Array.from({ length: 10_000 }, (_, index) => ({
    ...{ line: index + 2, name: "Coral Hotel", email: "staff@hotel.example", phone: "+1 242 555 0142" },
    ...{ nationality: null, serviceId: null, reference: "" },
    keyDates: [
      { kind: "permit" as const, endsOn: inDays(index) },
      { kind: "visa" as const, endsOn: inDays(Math.max(0, index - 1)) },
    ],
  }));
  const compared = await compareInFile(clients);
  expect(compared.reduce((sum, { dates }) => sum + dates.size, 0)).toBe(1);
  expect(compared.filter(({ isKnown }) => isKnown)).toHaveLength(9_999);
  const again = await compareInFile([...clients, ...clients]);
  expect(again.at(-1)?.dates).toEqual(new Set([`permit ${inDays(9_999)}`, `visa ${inDays(9_998)}`]));
});
