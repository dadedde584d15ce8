import { describe, expect, test } from "vitest";
import { checkLines, dateInWords, firstDate, mappedTwice } from "./check-lines.server";
import type { ImportField, Mapping } from "./fields";

const mapping: Mapping = [
  ...(["name", "email", "phone", "nationality", "service", "reference"] satisfies ImportField[]),
  ...(["permitExpires", "passportExpires"] satisfies ImportField[]),
  null,
];
const heads = ["Client", "Mail", "Tel", "From", "For", "Ref", "Permit", "Passport", "Notes"];
const services = [{ id: "0197", name: "Work Permit Renewal", slug: "work-permit-renewal" }];
const right = ["Rosa Rolle", "rosa@mail.example", "+1 242 555 0142", "Haitian", "Work permit renewal", "A-17"];
const check = (...rows: string[][]) =>
  checkLines(
    { heads, lines: rows.map((cells, index) => ({ line: index + 2, cells })) },
    mapping,
    "iso",
    services,
    "2026-11-28",
  );
const errorsOf = async (cells: string[]) => (await check(cells)).errors.map(({ column, message }) => [column, message]);
const changed = (at: number, cell: string) => [...right, "2027-03-01", "", ""].with(at, cell);

describe("the lines of an import", () => {
  test("a line becomes a client, without what is left out", async () => {
    expect(await check([...right, "2027-03-01", "2030-01-31", "owes us money"])).toEqual({
      errors: [],
      clients: [
        {
          ...{ line: 2, name: "Rosa Rolle", email: "rosa@mail.example", phone: "+1 242 555 0142", nationality: "HT" },
          ...{ serviceId: "0197", reference: "A-17" },
          keyDates: [
            { kind: "permit", endsOn: "2027-03-01" },
            { kind: "passport", endsOn: "2030-01-31" },
          ],
        },
      ],
    });
    expect((await check(["Ana\nMoss", "", "(242) 555-0142", "", "", "", "", "2026-12-01", ""])).clients).toMatchObject([
      { name: "Ana Moss", email: "", phone: "(242) 555-0142", nationality: null, serviceId: null, reference: "" },
    ]);
  });

  test.each([
    ["no name", changed(0, " "), ["Client", "the name is missing."]],
    ["a name over 120", changed(0, "x".repeat(121)), ["Client", "the name has more than 120 characters."]],
    ["a malformed email", changed(1, "rosa@"), ["Mail", "“rosa@” is no email address."]],
    ["a malformed phone", changed(2, "call me"), ["Tel", "“call me” is no phone number with its area code."]],
    ["a phone without area code", changed(2, "555-0142"), ["Tel", "“555-0142” is no phone number with its area code."]],
    ["an unknown country", changed(3, "Atlantis"), ["From", "“Atlantis” is no country of the list."]],
    ["an unknown service", changed(4, "Teleport"), ["For", "“Teleport” is none of our services."]],
    ["a reference over 60", changed(5, "x".repeat(61)), ["Ref", "the reference has more than 60 characters."]],
    ["another spelling", changed(6, "1 Mar 27"), ["Permit", "“1 Mar 27” is no date in the chosen format."]],
    ["an old date", changed(6, "2024-11-27"), ["Permit", "“2024-11-27” ended more than two years ago."]],
    ["a far date", changed(6, "2151-01-01"), ["Permit", "“2151-01-01” is after the year 2150."]],
    ["no date", changed(6, ""), ["", "it has no date."]],
    ["neither email nor phone", changed(1, "").with(2, ""), ["", "it has neither an email nor a phone."]],
    ["too many cells", [...changed(8, ""), "more"], ["", "it has more cells than the first line."]],
  ])("[X-IMPORT-7] %s is an error with line and column", async (_, cells, expected) => {
    expect(await errorsOf(cells)).toEqual([expected]);
    expect((await check(cells)).clients).toEqual([]);
  });

  test("[X-IMPORT-7] every error of a line is named, and other lines are not affected", async () => {
    const { errors, clients } = await check(
      ["", "x", "", "", "", "", "soon", "", ""],
      [...right, "2024-11-28", "", ""],
    );
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [2, "email"],
      [2, "permitExpires"],
      [2, "name"],
    ]);
    expect(clients.map(({ line }) => line)).toEqual([3]);
  });

  test("[X-IMPORT-4] two columns for one field are named", () => {
    expect(mappedTwice(["name", "email", null, "email", "phone", null])).toEqual(["Two columns are mapped to Email."]);
    expect(mappedTwice(mapping)).toEqual([]);
  });

  test("[X-IMPORT-5] the first date of the file is shown in words", () => {
    const lines = [
      { line: 2, cells: [...right, "soon"] },
      { line: 3, cells: [...right, "", " 01/03/2027 "] },
    ];
    expect(firstDate({ lines }, mapping)).toEqual({ line: 3, text: "01/03/2027" });
    expect(firstDate({ lines: lines.slice(0, 1) }, mapping)).toEqual({ line: 2, text: "soon" });
    expect(dateInWords("01/03/2027", "day_first")).toBe("March 1, 2027");
    expect(dateInWords("01/03/2027", "month_first")).toBe("January 3, 2027");
    expect(dateInWords("01/03/2027", "iso")).toBeUndefined();
  });
});
