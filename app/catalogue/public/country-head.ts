import type { FigureSentences } from "~/content/texts/figures";
import { countryInSentence } from "~/core/countries/in-sentence";

/** In characters: search results cut longer ones. */
const maxDescription = 165;

const listed = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** The title of a country's page, also on its share picture. */
export const countryTitle = (name: string): string => `Visas for ${countryInSentence(name)}`;

/** Default title and description of a country's page, from the services that it lists. */
export function countryHead(
  name: string,
  services: readonly { name: string }[] | null,
  { consultation }: Pick<FigureSentences, "consultation">,
) {
  if (!services) return { title: countryTitle(name) };
  const country = countryInSentence(name);
  if (services.length === 0)
    return {
      title: countryTitle(name),
      description: `We don’t currently prepare visas for ${country}. Tell us where you’re going: the first ${consultation} are free.`,
    };
  const about = (subject: string) =>
    `${subject}: documents, processing times and prices of visas for ${country}, prepared in Nassau.`;
  const names = about(listed.format(services.map((service) => service.name)));
  return {
    title: `${countryTitle(name)}: Fees and Documents`,
    description: names.length <= maxDescription ? names : about("All of them on one page"),
  };
}
