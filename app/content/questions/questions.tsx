import { Answer } from "~/content/questions/answer";
import { publishedFaqs } from "~/content/questions/questions.server";
import { readBlock } from "~/content/read.server";
import { SearchForm, ShowAll } from "~/content/search-form";
import { matchesSearch } from "~/content/search-words";
import { headTags, unlessSearched, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData, questionsData } from "~/content/seo/structured-data";
import { useFigureSentences } from "~/content/settings/use-figure-sentences";
import { requestContext } from "~/core/request-context";
import { Accordion } from "~/ui/accordion";
import { ButtonLink } from "~/ui/button";
import { CallToAction } from "~/ui/call-to-action";
import { ResultCount } from "~/ui/lists/result-count";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/questions";

export const handle = staticPage;

const trail = [{ label: "Questions" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const search = url.searchParams.get("q")?.trim() ?? "";
  const category = url.searchParams.get("category")?.trim() ?? "";
  const [head, all] = await Promise.all([
    pageHead(visit, "/faqs"),
    readBlock(visit, "the questions", publishedFaqs(), []),
  ]);
  const questions = all.filter(
    (faq) => (!category || faq.category === category) && matchesSearch(search, faq.question, faq.answer),
  );
  const categories = [...new Set(all.map((faq) => faq.category))];
  if (category && !categories.includes(category)) visit.cacheable = false;
  return {
    head: unlessSearched(
      withData(head, [...(all.length > 0 ? [questionsData(all)] : []), breadcrumbData(trail, visit.origin)]),
      search,
    ),
    categories,
    questions,
    search,
    category,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function Faqs({ loaderData: { categories, questions, search, category } }: Route.ComponentProps) {
  const sentences = useFigureSentences();
  return (
    <>
      <PageHero
        trail={trail}
        seed="questions"
        eyebrow="Have questions?"
        title="Asked often, answered plainly"
        lead={`Fees, documents, passports, waiting times, refusals. If yours is not here, write to us: you’ll hear from us within ${sentences.response}.`}
      />
      <div className="page relative z-10 -mt-12 sm:-mt-14">
        <SearchForm
          action="/faqs"
          label="Search the questions"
          placeholder="Search the questions"
          search={search}
          filter={{ name: "category", label: "Category", all: "All categories", options: categories, value: category }}
        />
      </div>
      <div className="page grid gap-10 pt-10 sm:gap-14 sm:pt-12">
        <ResultCount
          count={questions.length}
          singular="question"
          plural="questions"
          by={[category && `on ${category}`, search && `for “${search}”`].filter(Boolean).join(" ")}
          className="-mb-6 sm:-mb-8"
        />
        <div data-results className="grid gap-10 sm:gap-14">
          <ShowAll action="/faqs" narrowed={Boolean(search || category)} />
          {questions.length > 0 ? (
            runs(questions, (faq) => faq.category).map((group) => (
              <section
                key={group.items[0]?.id}
                aria-labelledby={`category-${group.items[0]?.id}`}
                className="grid gap-x-14 gap-y-4 lg:grid-cols-[15rem_minmax(0,1fr)]"
              >
                <h2
                  id={`category-${group.items[0]?.id}`}
                  className="text-2xl lg:sticky lg:top-24 lg:self-start lg:pt-3"
                >
                  {group.key}
                </h2>
                <Accordion
                  name="questions"
                  level={3}
                  items={group.items.map((faq) => ({
                    id: `question-${faq.id}`,
                    title: faq.question,
                    content: <Answer faq={faq} />,
                  }))}
                />
              </section>
            ))
          ) : (
            <EmptyState
              seed="no-questions"
              title="No FAQs found matching your search."
              action={
                <>
                  <ButtonLink to="/contact">Ask us your question</ButtonLink>
                  <ButtonLink to="/faqs" variant="outline">
                    Show all questions
                  </ButtonLink>
                </>
              }
              className="rounded-2xl bg-sand"
            />
          )}
        </div>
      </div>
      <CallToAction
        title="Don’t see your question?"
        text={`Every case is a little different. Tell us yours: you’ll hear from us within ${sentences.response}, and the first ${sentences.consultation} are free.`}
        to="/contact"
        label="Ask a consultant"
      />
    </>
  );
}

/** Neighbours with the same key. */
function runs<Item>(items: readonly Item[], keyOf: (item: Item) => string): { key: string; items: Item[] }[] {
  const found: { key: string; items: Item[] }[] = [];
  for (const item of items) {
    const last = found.at(-1);
    const key = keyOf(item);
    if (last?.key === key) last.items.push(item);
    else found.push({ key, items: [item] });
  }
  return found;
}
