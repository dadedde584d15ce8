export const maxAgreementName = 80;
export const maxAgreementTitle = 150;
export const maxAgreementHeading = 150;
/** Headings and texts. */
export const maxAgreementBlocks = 60;
export const maxAgreementCharacters = 60_000;
