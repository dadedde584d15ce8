/**
 * Countries without postal codes, named as in a sentence: those that public lists of formats agree on. Where codes are
 * new or partly used (the Democratic Republic of the Congo, Saint Kitts and Nevis, Jamaica), nothing is filled in.
 */
const withoutPostalCodes = new Map(
  Object.entries({
    ...{ AE: "the United Arab Emirates", AG: "Antigua and Barbuda", AO: "Angola", AW: "Aruba", BF: "Burkina Faso" },
    ...{ BI: "Burundi", BJ: "Benin", BO: "Bolivia", BS: "the Bahamas", BW: "Botswana", BZ: "Belize" },
    ...{ CF: "the Central African Republic", CG: "the Congo" },
    ...{ CI: "Côte d’Ivoire", CK: "the Cook Islands", CM: "Cameroon", CW: "Curaçao", DJ: "Djibouti", DM: "Dominica" },
    ...{ ER: "Eritrea", FJ: "Fiji", GA: "Gabon", GD: "Grenada", GM: "the Gambia", GQ: "Equatorial Guinea" },
    ...{ GY: "Guyana", HK: "Hong Kong", KI: "Kiribati", KM: "the Comoros" },
    ...{ KP: "North Korea", ML: "Mali", MO: "Macao", MR: "Mauritania", NR: "Nauru", NU: "Niue", QA: "Qatar" },
    ...{ RW: "Rwanda", SB: "the Solomon Islands", SC: "Seychelles", SR: "Suriname", ST: "São Tomé and Príncipe" },
    ...{ SX: "Sint Maarten", TD: "Chad", TG: "Togo", TK: "Tokelau", TO: "Tonga", TV: "Tuvalu", UG: "Uganda" },
    ...{ VU: "Vanuatu", YE: "Yemen", ZW: "Zimbabwe" },
  }),
);

type Country<Name extends string> = { readonly [One in Name]: string | undefined };

/** The default of a postal code; `country` names the country's answer. */
export const noPostalCode =
  <const Name extends string>(country: Name) =>
  (answers: Country<Name>): string | undefined =>
    withoutPostalCodes.has(answers[country] ?? "") ? "N/A" : undefined;

/** The hint below the country that explains why the postal code is filled in. */
export const noteOnPostalCode =
  <const Name extends string>(country: Name) =>
  (answers: Country<Name>): string | undefined => {
    const name = withoutPostalCodes.get(answers[country] ?? "");
    return name && `Addresses in ${name} have no postal code.`;
  };
