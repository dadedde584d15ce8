import { expect, test } from "vitest";
import { isNameOnPage } from "./same-name";

type Pair = [page: [last: string, first?: string], person: [first: string | undefined, middle: string, last: string]];
const isSame = ([[lastName, firstName], [first, middle, last]]: Pair) =>
  isNameOnPage({ lastName, ...(firstName ? { firstName } : {}) }, { first, middle, last });

const same: Pair[] = [
  [
    ["ROLLE", "NATASHA MARIE"],
    ["Natasha", "Marie", "Rolle"],
  ],
  [
    ["ROLLE", "NATASHA MARIE"],
    ["natasha marie", "", "ROLLE"],
  ],
  [
    ["ROLLE", "NATASHA MARIE"],
    ["Natasha", "", "Rolle"],
  ],
  [
    ["ROLLE", "NATASHA"],
    ["Natasha", "Marie", "Rolle"],
  ],
  [
    ["ROLLE", "NATASHA MARIE"],
    ["Natasha", "M.", "Rolle"],
  ],
  [
    ["ROLLE", "NATASHA"],
    ["Rolle", "", "Natasha"],
  ],
  [
    ["MUELLER", "JOERG"],
    ["Jörg", "", "Müller"],
  ],
  [
    ["MUELLER", "JOERG"],
    ["Joerg", "", "Mueller"],
  ],
  [
    ["MUXXLLER", "ZOE"],
    ["Zoë", "", "Müller"],
  ],
  [
    ["GROSS", "AASE"],
    ["Åse", "", "Groß"],
  ],
  [
    ["NUNEZ", "JOSE"],
    ["José", "", "Núñez"],
  ],
  [
    ["NUNXXEZ", "JOSE"],
    ["José", "", "Núñez"],
  ],
  [
    ["SOERENSEN", "SOEREN"],
    ["Søren", "", "Sørensen"],
  ],
  [
    ["OCONNOR", "MARY JANE"],
    ["Mary-Jane", "", "O’Connor"],
  ],
  [
    ["SMITH JONES", "ANNEMARIE"],
    ["Anne-Marie", "", "Smith-Jones"],
  ],
  [
    ["VANDERBERG", "ANNE MARIE"],
    ["Annemarie", "", "van der Berg"],
  ],
  [["SUKARNO"], [undefined, "", "Sukarno"]],
  [
    ["CHAN", "TAI MAN"],
    ["大文", "", "陳"],
  ],
];
const different: Pair[] = [
  [
    ["ROLLE", "NATASHA MARIE"],
    ["Natasha", "", "Role"],
  ],
  [
    ["ROLLE", "NATASHA MARIE"],
    ["Marie", "", "Rolle"],
  ],
  [
    ["ROLLE", "NATASHA MARIE"],
    ["Natasha", "Ann", "Rolle"],
  ],
  [
    ["ROLLE", "NATASHA"],
    [undefined, "", "Rolle"],
  ],
  [
    ["ROLLE", "ANNA"],
    ["Annabelle", "", "Rolle"],
  ],
  [
    ["SMITH JONES", "MARY"],
    ["Mary", "", "Smith"],
  ],
  [["SUKARNO"], [undefined, "", "Sukarna"]],
];

test("[U-MRZ-6] case, accents, hyphens, order, transliterations and missing middle names are no difference", () => {
  expect(same.filter((pair) => !isSame(pair))).toEqual([]);
});

test("[U-MRZ-6] another first, middle or last name is a difference", () => {
  expect(different.filter(isSame)).toEqual([]);
});
