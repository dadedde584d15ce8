/** Places that nobody is a national of (N-CTRY-6): no passport is issued by them, and no citizenship is theirs. */
export const withoutNationals: ReadonlySet<string> = new Set(["AQ", "BV", "GS", "HM", "IO", "TF", "UM"]);
