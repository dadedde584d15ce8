import { describe, expect, test } from "vitest";
import { unreadableAnswer } from "~/core/unreadable";
import { dateError, datePartsOf, dayIn, emptyDateParts } from "./dates";
import { monthNamed } from "./months";
import { daysIn } from "./pasted-dates";

const partsOf = (text: string) => {
  const [day = "", month = "", year = ""] = text.split("|");
  return { day, month, year };
};

test.each<[number, string]>([
  [1, "january Jan. ENERO ene janvier janv."],
  [2, "February feb. febrero février FÉV fevr"],
  [3, "march mar Marzo mars MAR."],
  [4, "April abr abril avril avr."],
  [5, "may MAYO mai Mai"],
  [6, "june jun junio juin"],
  [7, "July jul. julio juillet juil."],
  [8, "august aug agosto ago. août aout AOÛ"],
  [9, "Sept. september septiembre setiembre sep septembre"],
  [10, "oct october octubre octobre"],
  [11, "nov. November noviembre novembre"],
  [12, "dec december dic diciembre déc. décembre"],
])("[N-DATE-2] month %i is read from its English, Spanish and French names: %s", (month, names) => {
  for (const name of names.split(" ")) expect([name, monthNamed(name)]).toEqual([name, month]);
});

test.each(["jui", "ju", "m", "ma", "oc", "de", "mayhem", "octopus", "5", "", "may june", "m a y"])(
  "[N-DATE-2] %j does not name a single month",
  (name) => expect(monthNamed(name)).toBeUndefined(),
);

test.each([
  ["14|5|1990", "1990-05-14"],
  ["4|05|1990", "1990-05-04"],
  ["04|may|1990", "1990-05-04"],
  ["4th|Sept.|2001", "2001-09-04"],
  ["1er|août|2001", "2001-08-01"],
  ["29|2|2024", "2024-02-29"],
  ["29|2|2023", undefined],
  ["31|4|2023", undefined],
  ["14|13|1990", undefined],
  ["14|5|90", undefined],
  ["14|5|19900", undefined],
  ["|5|1990", undefined],
  ["0|5|1990", undefined],
  ["14|5|0000", undefined],
  ["٤|5|١٩٩٠", "1990-05-04"],
])("[N-DATE-2, N-DATE-7] %j in the fields is the day %s", (text, day) => {
  expect(dayIn(partsOf(text))).toBe(day);
});

test.each([
  ["||", undefined],
  ["14|5|1990", undefined],
  ["14|5|", "year: Born: the year is missing"],
  ["14||1990", "month: Born: the month is missing"],
  ["|5|1990", "day: Born: the day is missing"],
  ["||1990", "day: Born: the day and the month are missing"],
  ["14||", "month: Born: the month and the year are missing"],
  ["30|2|1990", "day: Born: February 1990 has only 28 days"],
  ["30|feb|2024", "day: Born: February 2024 has only 29 days"],
  ["31|4|0090", "day: Born: April 0090 has only 30 days"],
  ["99|12|1990", "day: Born: December 1990 has only 31 days"],
  ["14|13|1990", "month: Born: there is no month 13"],
  ["14|0|1990", "month: Born: there is no month 0"],
  ["0|5|1990", "day: Born: there is no day 0"],
  ["14|5|90", "year: Born: please write the year with four digits, such as 1990"],
  ["14|5|'90", "year: Born: please write the year with four digits, such as 1990"],
  ["14|5|19900", "year: Born: please check the year"],
  ["14|5|0000", "year: Born: please check the year"],
  ["14|jui|1990", "month: Born: we can’t read the month “jui”. Write it like 5 or May"],
  ["two|5|1990", "day: Born: we can’t read the day “two”. Write it like 14"],
])("[N-DATE-6, N-DATE-7] %j gets the message: %s", (text, expected) => {
  const error = dateError("Born", partsOf(text));
  expect(error && `${error.part}: ${error.message}`).toBe(expected);
});

test.each<[unknown, string]>([
  ["1990-05-04", "4|5|1990"],
  ["2026-02-30", "30|02|2026"],
  ["yesterday", "yesterday||"],
  ['["14","may",""]', "14|may|"],
  ['["14"]', '["14"]||'],
  [unreadableAnswer, "||"],
  [undefined, "||"],
  [5, "||"],
])("[N-DATE-9] the answer %j is shown in the fields as %s", (answer, text) => {
  expect(datePartsOf(answer)).toEqual(text === "||" ? emptyDateParts : partsOf(text));
});

describe("a pasted date", () => {
  test.each([
    "1990-05-14",
    "1990/5/14",
    "14/05/1990",
    "05/14/1990",
    "14.5.1990",
    "14-5-1990",
    "14 May 1990",
    "May 14, 1990",
    " may 14th 1990 ",
    "14 de mayo de 1990",
    "14 mai 1990",
    "14-MAY-1990",
  ])("[N-DATE-4] %j is one day", (text) => {
    expect(daysIn(text)).toEqual(["1990-05-14"]);
  });

  test("[N-DATE-4, N-DATE-5] two equal numbers are one day, and two different ones that could both be a month are ambiguous", () => {
    expect(daysIn("05/05/1990")).toEqual(["1990-05-05"]);
    expect(daysIn("05/06/1990")).toEqual(["1990-05-06", "1990-06-05"]);
    expect(daysIn("5.6.1990")).toEqual(["1990-05-06", "1990-06-05"]);
  });

  test.each(["14", "may", "14/05", "14/05/90", "30/02/1990", "1990-14-05", "14 May 1990 10:00", "Ana Rolle Smith", ""])(
    "[N-DATE-5] %j is no date",
    (text) => expect(daysIn(text)).toEqual([]),
  );
});
