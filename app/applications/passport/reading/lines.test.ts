import { describe, expect, test } from "vitest";
import { linesOf, type PassportHolder } from "../../../../test/harness/fakes/passport-pages";
import { offered, type ReadLine, valuesOf } from "./lines";

const today = "2026-11-30";
const holder: PassportHolder = {
  ...{ country: ["BS", "BHS"], lastName: "ROLLE", firstName: "NATASHA MARIE", passportNumber: "AB4831175" },
  ...{ dateOfBirth: "1974-08-12", expirationDate: "2031-05-04", sex: "female", optional: "ZE184226B" },
};
const linesWith = (changed: Partial<PassportHolder>) => linesOf({ ...holder, ...changed });
const read = (changed: Partial<PassportHolder>) => offered(linesWith(changed), today);
const withCharacter = (line: string, at: number, character: string) =>
  line.slice(0, at) + character + line.slice(at + 1);
const characters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<"];
const weightOf = (character: string) => (character === "<" ? 0 : Number.parseInt(character, 36));

describe("the values of two lines", () => {
  test("[U-MRZ-4] a second line whose check digits hold offers its values and the first line's", () => {
    expect(read({})).toEqual({
      ...{ passportNumber: "AB4831175", dateOfBirth: "1974-08-12", expirationDate: "2031-05-04", nationality: "BS" },
      ...{ sex: "female", lastName: "ROLLE", firstName: "NATASHA MARIE", issuingCountry: "BS" },
    });
  });

  test("[U-MRZ-4] a changed character of the number, the dates or their check digits ends the offer", () => {
    const [upper, lower] = linesWith({});
    const protectedPlaces = [...lower].flatMap((_, at) =>
      at < 10 || (at > 12 && at < 20) || (at > 20 && at < 28) ? [at] : [],
    );
    for (const at of protectedPlaces)
      for (const character of characters) {
        const before = lower[at] ?? "";
        // A check digit is a remainder of 10: it can't tell 6 from G, or a filler from K.
        const isAlike = (weightOf(character) - weightOf(before)) % 10 === 0;
        if (isAlike && at < 9) continue;
        if (character === before) continue;
        expect([at, character, offered([upper, withCharacter(lower, at, character)], today)]).toEqual([
          at,
          character,
          undefined,
        ]);
      }
    for (const at of [28, 42, 43]) {
      const other = lower[at] === "1" ? "2" : "1";
      expect(offered([upper, withCharacter(lower, at, other)], today)).toBeUndefined();
    }
  });

  test("[U-MRZ-2] lines of identity cards, visas and other lengths are not read", () => {
    const [upper, lower] = linesWith({});
    for (const lines of [
      [upper.replace(/^P/, "V"), lower],
      [upper.slice(0, 36), lower.slice(0, 36)],
      [upper, `${lower}<`],
      ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6"],
    ] as [string, string][])
      expect(offered(lines, today)).toBeUndefined();
  });

  test("[U-MRZ-4] what is not certain is left out: unknown countries, part of a birthday, a name cut off by its line", () => {
    expect(read({ country: ["", "UTO"] })).not.toHaveProperty("nationality");
    expect(read({ country: ["", "UTO"] })).not.toHaveProperty("issuingCountry");
    expect(read({ country: ["DE", "D"] })).toMatchObject({ nationality: "DE", issuingCountry: "DE" });
    expect(read({ country: ["", "XXA"] })).toMatchObject({ nationality: "XXA" });
    for (const dateOfBirth of ["1974-08-<<", "1974-<<-<<", "1974-02-30"]) {
      const values = read({ dateOfBirth });
      expect(values).toMatchObject({ passportNumber: "AB4831175" });
      expect(values).not.toHaveProperty("dateOfBirth");
    }
    const long = read({ lastName: "WOLFESCHLEGELSTEINHAUSENBERGERDORFF", firstName: "HUBERT BLAINE" });
    expect(long).toMatchObject({ nationality: "BS" });
    expect(long).not.toHaveProperty("lastName");
    expect(read({ lastName: "ABDULLAH", firstName: "" })).not.toHaveProperty("firstName");
    expect(read({ passportNumber: "AB483117K" })).toBeUndefined();
  });

  test("[U-MRZ-4] a year of birth is never one to come", () => {
    expect(read({ dateOfBirth: "2026-11-30" })).toMatchObject({ dateOfBirth: "2026-11-30" });
    expect(read({ dateOfBirth: "1927-01-01" })).toMatchObject({ dateOfBirth: "1927-01-01" });
    expect(read({ dateOfBirth: "2026-12-01" })).not.toHaveProperty("dateOfBirth");
  });
});

describe("two readers of a line", () => {
  const heights = (line: string) => [...line].map((character) => (/\d/.test(character) ? 28.3 : 25.9));
  const seen = (shapes: string, network = shapes): ReadLine => ({ shapes, network, heights: heights(shapes) });

  test("[U-MRZ-4] the check digits decide where the readers differ", () => {
    const [upper, lower] = linesWith({});
    const misread = lower.replace("4831175", "4B311T5");
    expect(valuesOf(seen(upper), { ...seen(misread, lower), heights: heights(lower) }, today)).toEqual(read({}));
    // Fillers are letters for the network.
    const network = upper.replace(/<+$/, (fillers) => "K".repeat(fillers.length));
    expect(valuesOf(seen(upper, network), seen(lower), today)).toEqual(read({}));
    // Both see the letter of a number as a digit, which is too low for one.
    const both = lower.replace(/^AB/, "A8");
    const line = { shapes: both, network: both, heights: heights(lower) };
    expect(valuesOf(seen(upper), line, today)).toEqual(read({}));
  });

  test("[U-MRZ-4] two readings that both hold offer nothing", () => {
    const lines = linesWith({ passportNumber: "AB48361G5" });
    const other = lines[1].replace("AB48361G5", "AB4836165");
    const unsure = { shapes: other, network: lines[1], heights: lines[1].replace(/./g, "0").split("").map(Number) };
    expect(offered([lines[0], other], today)).toMatchObject({ passportNumber: "AB4836165" });
    expect(valuesOf(seen(lines[0]), unsure, today)).toBeUndefined();
    const measured = { ...unsure, heights: heights(lines[1]) };
    expect(valuesOf(seen(lines[0]), measured, today)).toMatchObject({ passportNumber: "AB48361G5" });
  });

  test("[U-MRZ-4] a nationality that the readers see differently is the issuing country or none", () => {
    const [upper, lower] = linesWith({});
    const misread = lower.replace("BHS", "8HS").replace("8HS", "BMS");
    expect(valuesOf(seen(upper), seen(misread, lower), today)).toMatchObject({ nationality: "BS" });
    const elsewhere = upper.replace("BHS", "UTO");
    expect(valuesOf(seen(elsewhere), seen(misread, lower), today)).not.toHaveProperty("nationality");
    // One reader takes each N of Guinea-Bissau for the M of Gambia: both values are of the same country.
    const [bissau, person] = linesWith({ country: ["GW", "GNB"] });
    const both = [seen(bissau.replace("GNB", "GMB"), bissau), seen(person.replace("GNB", "GMB"), person)] as const;
    expect(valuesOf(...both, today)).toMatchObject({ nationality: "GW", issuingCountry: "GW" });
    // Both take the O of Trinidad and Tobago for a digit.
    const [tobago, named] = linesWith({ country: ["TT", "TTO"] });
    expect(valuesOf(seen(tobago), seen(named.replace("TTO", "TT0")), today)).toMatchObject({ nationality: "TT" });
    // A known issuing country that neither of the two saw.
    const abroad = valuesOf(seen(upper.replace("BHS", "JAM")), seen(misread, lower), today);
    expect(abroad).toMatchObject({ passportNumber: "AB4831175", issuingCountry: "JM" });
    expect(abroad).not.toHaveProperty("nationality");
  });
});
