/** Characters that names are not written with: digits, pictures, and the signs of markup, formulas and addresses. */
const oddSigns = /[\p{Nd}\p{RI}\p{Extended_Pictographic}<>{}[\]|\\@#$%^*_=~+!?;:]/u;

/** What people type into a box that must not stay empty. */
const noName = /^(?:n\s*[/.\\-]\s*a\.?|not applicable|none|nil|unknown|no name|[\p{P}\s]+)$/iu;

/** Whether a name is probably none (F-APPL-17); it may be one, so that it is asked about and never refused. */
export const isOddName = (name: string): boolean => oddSigns.test(name) || noName.test(name.trim());
