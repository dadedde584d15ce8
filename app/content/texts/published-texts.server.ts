import { z } from "zod";
import { cacheContent } from "~/content/cache-content.server";
import { readExtra } from "~/content/read.server";
import type { RequestContext } from "~/core/request-context";
import { db, type Queryable } from "~/db/client.server";
import { contentPublished } from "~/db/schema/content";
import { defaultFigures, type Figure, type FigureName, type Figures, figureNames } from "./figures";
import { type TextOverrides, withOverrides } from "./with-overrides";

type Published = ReadonlyMap<string, TextOverrides>;

const previewedWords = z.record(z.string(), z.json());
const nameOf = (kind: string, key: string) => `${kind}/${key}`;

async function readAll(from: Queryable): Promise<Published> {
  const rows = await from.select().from(contentPublished);
  return new Map(rows.map(({ kind, key, data }) => [nameOf(kind, key), data]));
}

const published = cacheContent(() => readAll(db));

/** The published overrides of a text; null if there are none. A preview shows its draft. */
export async function textOverridesOf(visit: RequestContext, kind: string, key: string): Promise<TextOverrides | null> {
  const item = visit.preview?.thing;
  if (item?.kind === kind && item.key === key) return previewedWords.parse(item.content);
  const read = published().then((all) => all.get(nameOf(kind, key)) ?? null);
  return readExtra<TextOverrides | null>(visit, `the owner's words of ${kind} ${key}`, read, null);
}

export async function textOf<Text>(visit: RequestContext, defaults: Text, kind: string, key: string): Promise<Text> {
  return withOverrides(defaults, await textOverridesOf(visit, kind, key));
}

/** The figures of the site; throws if they can't be read. */
export async function currentFigures(from: Queryable = db): Promise<Figures> {
  const all = await (from === db ? published() : readAll(from));
  return figuresIn(all.get(nameOf("home", "home")) ?? null);
}

/** The figures of a page, which may be a preview. */
export const figuresOf = async (visit: RequestContext): Promise<Figures> =>
  figuresIn(await textOverridesOf(visit, "home", "home"));

function figuresIn(overrides: TextOverrides | null): Figures {
  const own = (name: FigureName): Figure => {
    const stored = overrides?.[`figures.${name}`];
    if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return defaultFigures[name];
    const part = (of: string) => new Map(Object.entries(stored)).get(of);
    const text = (of: string) => String(part(of) ?? "");
    return text("value") ? { value: text("value"), label: text("label"), of: text("of") } : defaultFigures[name];
  };
  return {
    ...{ experience: own("experience"), approval: own("approval"), clients: own("clients") },
    ...{ countries: own("countries"), processing: own("processing") },
    ...{ consultation: own("consultation"), response: own("response") },
  };
}

export const inOrder = (figures: Figures): Figure[] => figureNames.map((name) => figures[name]);
