/** The page that answers `Do I need a visa?`. */
export const checkPath = "/do-i-need-a-visa";

export type Trip = { passport: string; to: string; purpose: string };

/** The canonical URL of one answer. */
export const entryCheckPath = ({ passport, to, purpose }: Trip): string =>
  `${checkPath}?${new URLSearchParams({ passport, to, for: purpose || "visit" })}`;
