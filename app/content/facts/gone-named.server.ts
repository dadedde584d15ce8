import { sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { readFacts } from "./facts.server";
import { deletedFacts } from "./texts";

type Row = { name: string; path: string; content: string };

/**
 * Finds public texts that name deleted facts, with a link to their editor. Reads no texts if nothing was ever deleted.
 */
export async function textsMentioningDeleted(
  from: Queryable,
): Promise<{ name: string; path: string; words: string[] }[]> {
  const facts = await readFacts(from);
  const slugs = [...facts.gone.keys()];
  if (slugs.length === 0) return [];
  const names = sql.join(
    slugs.map((slug) => sql`position(${`:${slug}`} in content) > 0`),
    sql` or `,
  );
  const { rows } = await from.execute<Row>(sql`
    select name, path, content from (
      select service_name as name, '/admin/services/' || id as path, to_jsonb(s)::text as content
        from visa_services s where is_active
      union all select 'Question: ' || question, '/admin/content/questions/' || id, to_jsonb(f)::text from faqs f where published
      union all select 'Post: ' || title, '/admin/content/posts/' || id, to_jsonb(p)::text from blog_posts p where published
      union all select 'Metadata of ' || page_path, '/admin/content/metadata/' ||
          case page_path when '/' then 'home' else replace(substr(page_path, 2), '/', '.') end, to_jsonb(m)::text
        from seo_metadata m
      union all select 'Mail: ' || kind, '/admin/content/mails/' || kind, words::text from mail_words
      union all select
          case kind when 'pages' then 'Page texts: ' || coalesce(names.name, key) else 'Home' end,
          '/admin/content/' || kind || case kind when 'pages' then '/' || key else '' end, data::text
        from content_published left join (values ('about', 'About'), ('privacy', 'Privacy policy'),
          ('terms', 'Terms of service'), ('immigration', 'Bahamas immigration'), ('evisa', 'Bahamian e-visa'))
          as names (of, name) on kind = 'pages' and of = key
    ) texts where ${names} order by name`);
  return rows.flatMap(({ name, path, content }) => {
    const words = deletedFacts(content, facts);
    return words.length > 0 ? [{ name, path, words }] : [];
  });
}
