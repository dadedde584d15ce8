import { countryHead } from "~/catalogue/public/country-head";
import { countryOfSlug } from "~/catalogue/public/country-param";
import { activeServices, allCountries } from "~/catalogue/services.server";
import { interpolateFacts } from "~/content/facts/facts.server";
import { type DefaultMetadata, registerDefaultMetadata } from "~/content/seo/default-metadata.server";
import { defaultMetadata } from "../content/texts/default-metadata";
import { figureSentences } from "../content/texts/figures";
import { currentFigures } from "../content/texts/published-texts.server";

/** Default metadata of a page without a row in `seo_metadata`: its country's, or the site's. */
async function defaultMetadataOf(path: string): Promise<DefaultMetadata> {
  const slug = /^\/services\/([a-z0-9-]+)$/.exec(path)?.[1];
  const country = slug && countryOfSlug(await allCountries(), slug);
  const siteDefault = await interpolateFacts(defaultMetadata);
  if (!country) return siteDefault;
  const services = (await activeServices()).filter((service) => service.country?.code === country.code);
  return { ...siteDefault, ...countryHead(country.name, services, figureSentences(await currentFigures())) };
}

export const registerSiteMetadata = () => registerDefaultMetadata(defaultMetadataOf);
