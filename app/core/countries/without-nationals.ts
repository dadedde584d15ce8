/** Territories without nationals: they issue no passports and have no citizenship. */
export const withoutNationals: ReadonlySet<string> = new Set(["AQ", "BV", "GS", "HM", "IO", "TF", "UM"]);
