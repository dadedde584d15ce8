/**
 * What was read from the two lines of a passport's photo page, in the form of the answers to steps 1 and 2: days as
 * YYYY-MM-DD, countries as two letters. A value that was not read for certain is missing.
 */
export type PassportValues = {
  passportNumber?: string;
  dateOfBirth?: string;
  expirationDate?: string;
  /** The answer `nationalityCountry`. */
  nationality?: string;
  /** The answer `gender`. */
  sex?: "male" | "female";
  /** As printed in the lines: capitals of A to Z, and spaces for `<`. */
  lastName?: string;
  firstName?: string;
  issuingCountry?: string;
};

export const passportValueNames = [
  "passportNumber",
  "dateOfBirth",
  "expirationDate",
  "nationality",
  "sex",
  "lastName",
  "firstName",
  "issuingCountry",
] as const satisfies readonly (keyof PassportValues)[];
