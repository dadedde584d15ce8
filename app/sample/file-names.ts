import { plain } from "./people/contact-data";
import type { Persona } from "./people/persona";
import type { Random } from "./random";

/** Typical file names by document type; `{f}`: family name, `{g}`: given name. */
const names: Record<string, readonly string[]> = {
  passport_copy: ["{f}_passport.pdf", "Passport {g} {f}.pdf", "IMG_{4}.jpg", "passport page.jpg", "Scan_{4}.pdf"],
  photo: ["{f}_photo.jpg", "IMG_{4}.jpg", "passport-photo.jpg", "{g} photo white background.jpg"],
  itinerary: ["Itinerary {f}.pdf", "flights.png", "Trip plan.pdf", "booking_{4}.pdf"],
  accommodation_proof: ["Hotel confirmation {4}.pdf", "reservation.pdf", "Letter from host.pdf"],
  proof_of_funds: ["Bank statements.pdf", "statement_3_months.pdf", "{f} bank statement.pdf"],
  return_ticket: ["eticket {f}.pdf", "Return ticket.pdf", "e-ticket-{4}.pdf"],
  police_certificate: ["Police certificate {f}.pdf", "police record.pdf"],
  medical_certificate: ["Medical {f}.pdf", "medical form signed.pdf"],
  bank_reference: ["Bank reference letter.pdf", "bank letter {f}.pdf"],
  employment_letter: ["Job letter.pdf", "Employment letter {f}.pdf", "HR letter.pdf"],
  reference_letters: ["References {f}.pdf", "two references.pdf"],
  residence_status: ["Work permit both sides.pdf", "permit_{f}.pdf", "IMG_{4}.jpg"],
  civil_records: ["Birth certificate.pdf", "marriage certificate {f}.pdf"],
  invitation_letter: ["Invitation.pdf", "invitation letter for {g}.pdf"],
  travel_history: ["old visas.pdf", "stamps.jpg"],
  form_i20: ["I-20 {f}.pdf", "I20 signed.pdf"],
  sevis_receipt: ["SEVIS receipt.pdf", "i901_{4}.pdf"],
};

/** A realistic file name, with an extension that matches the type of the file. */
export function fileName(random: Random, documentType: string, { givenName, family }: Persona): string {
  const fallback = `${documentType.replaceAll("_", " ")}.pdf`;
  return random
    .pick(names[documentType] ?? [fallback, `${documentType} {f}.pdf`, "Scan_{4}.pdf"])
    .replace("{f}", plain(family).split(".").map(capital).join("-"))
    .replace("{g}", plain(givenName).split(".").map(capital).join(" "))
    .replace("{4}", random.digits(4));
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
