import sharp from "sharp";
import type { PassportValues } from "../../../app/applications/passport/values.ts";
import { percent } from "../stand-ins/paper-rates.ts";
import { drawPassportPage, type PageLook, type PassportHolder, pageLooks } from "./passport-pages.ts";

type Gray = { width: number; height: number; pixels: Uint8Array };
type ReadPage = (picture: Gray) => PassportValues | undefined | Promise<PassportValues | undefined>;
type PageRates = Record<PageLook, { of: number; whole: number; offered: number; wrong: number }>;

/** How docs/documents.md names the looks. */
export const pageRateNames: Record<PageLook, string> = {
  straight: "straight page",
  turned: "page turned by 90°, 180° or 270°",
  tilted: "page tilted by 1° to 7°",
  blurred: "slightly blurred page",
  dim: "dim page",
  cut: "page with a line cut off",
  glare: "page with glare over the lines",
};

const hasNothing = (look: PageLook) => look === "cut" || look === "glare";

/** Draws and reads so many pages of each look; tells which were not read whole. */
export async function measurePages(
  read: ReadPage,
  perLook: number,
  onUnread: (text: string) => void = () => {},
): Promise<PageRates> {
  const rates = Object.fromEntries(
    pageLooks.map((look) => [look, { of: 0, whole: 0, offered: 0, wrong: 0 }]),
  ) as PageRates;
  for (const look of pageLooks)
    for (let number = 1; number <= perLook; number++) {
      const { holder, picture } = await drawPassportPage(look, number);
      const values = await read(await grayOf(picture));
      const rate = rates[look];
      rate.of++;
      if (values) rate.offered++;
      const different = differencesFrom(holder, values);
      if (different.length === 0) rate.whole++;
      else if (!hasNothing(look) || values)
        onUnread(`${look} ${number}: ${values ? different.join(", ") : "not read"}`);
      if (values && different.some((name) => name in values && !/Name$/.test(name))) rate.wrong++;
    }
  return rates;
}

/** As the program makes it of an upload. */
async function grayOf(picture: Buffer): Promise<Gray> {
  const { data, info } = await sharp(picture)
    .autoOrient()
    .resize(2400, 2400, { fit: "inside", withoutEnlargement: true })
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: new Uint8Array(data) };
}

/** The values that are missing or wrong. */
function differencesFrom(holder: PassportHolder, values: PassportValues = {}): (keyof PassportValues)[] {
  const { country, optional: _, ...printed } = holder;
  const right: PassportValues = { ...printed, nationality: country[0], issuingCountry: country[0] };
  return (Object.keys(right) as (keyof PassportValues)[]).filter((name) => values[name] !== right[name]);
}

/** The rates that are worse than stated by more than a point, and everything that may never happen. */
export function worsePagesThanStated(rates: PageRates, stated: ReadonlyMap<string, number>): string[] {
  return pageLooks.flatMap((look) => {
    const { of, whole, offered, wrong } = rates[look];
    const name = pageRateNames[look];
    const problems = wrong > 0 ? [`${name}: ${wrong} with a wrong value`] : [];
    if (hasNothing(look)) return offered > 0 ? [...problems, `${name}: ${offered} offered a value`] : problems;
    const limit = stated.get(name);
    const measured = percent(whole, of);
    const isWorse = limit === undefined || measured < limit - 1;
    return isWorse ? [...problems, `${name}: ${measured} %, stated ${limit} %`] : problems;
  });
}
