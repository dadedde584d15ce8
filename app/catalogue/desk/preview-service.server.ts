import { eq } from "drizzle-orm";
import { feesChecked, type ServiceDetail } from "~/catalogue/services.server";
import { type FormattedTier, formatTiers } from "~/catalogue/tiers.server";
import { mapStrings } from "~/content/facts/facts.server";
import { replaceFacts } from "~/content/facts/texts";
import { checkedAt } from "~/content/settings/checked-note";
import { canadaWords } from "~/content/settings/facts";
import { settingFacts } from "~/content/settings/settings.server";
import { priceWords } from "~/core/prices/price";
import { db } from "~/db/client.server";
import { countries } from "~/db/schema/catalogue";
import { type FieldProblem, type FormValues, serviceOf } from "./service-form";
import { factsWith, unknownIn } from "./unknown-facts.server";

type Preview =
  | { ok: true; service: ServiceDetail; tiers: FormattedTier[]; filing: string | null; siteName: string }
  | { ok: false; problems: FieldProblem[] };

/** The page that these values would make; nothing is written. */
export async function previewService(id: string, values: FormValues, siteName: string): Promise<Preview> {
  const parsed = serviceOf(values);
  if (!parsed.ok) return parsed;
  const { service } = parsed;
  const [country] = service.countryId
    ? await db
        .select({ name: countries.name, code: countries.code })
        .from(countries)
        .where(eq(countries.id, service.countryId))
    : [];
  const now = new Date();
  const totalPrice = (Number(service.governmentFee) + Number(service.serviceFee)).toFixed(2);
  const { facts, own } = await factsWith(db, service, id);
  const problems = unknownIn(service, facts, own);
  if (problems.length > 0) return { ok: false, problems };
  const tiers = service.visaSubtypes.map(({ name, description, govFee, serviceFee, total }, index) => ({
    ...{ id: String(index), name, description, total: total.toFixed(2) },
    ...{ governmentFee: govFee.toFixed(2), serviceFee: serviceFee.toFixed(2) },
  }));
  const said = mapStrings(service, (text) => replaceFacts(text, facts, own));
  return {
    ok: true,
    service: {
      ...said,
      requirements: said.requirements.map(({ name }) => name),
      documents: said.requirements.map(({ name, description, isRequired, sample }) => ({
        ...{ name, description, isRequired },
        sample: sample && `/samples/${sample.id}`,
      })),
      id,
      country: country ?? null,
      totalPrice,
      price: own.price,
      said: priceWords(own.price),
      note: checkedAt(service.checkedOn, service.officialSource, feesChecked),
      ogImage: null,
      canonicalUrl: null,
      structuredData: null,
      createdAt: now,
      updatedAt: now,
    },
    tiers: formatTiers(tiers, service.feeRecipient, facts, own),
    siteName,
    filing: country?.code === "CA" ? canadaWords((await settingFacts(db)).licences) : null,
  };
}
