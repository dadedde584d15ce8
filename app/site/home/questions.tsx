import { Answer } from "~/content/questions/answer";
import type { Faq } from "~/content/questions/questions.server";
import { Accordion } from "~/ui/accordion";
import { Eyebrow } from "~/ui/heading";
import { TextLink } from "~/ui/link";

export function HomeQuestions({ questions }: { questions: readonly Faq[] }) {
  if (questions.length === 0) return null;
  return (
    <section
      aria-labelledby="questions"
      className="page grid gap-x-16 gap-y-8 pt-16 sm:pt-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)]"
    >
      <div className="lg:sticky lg:top-28 lg:self-start">
        <Eyebrow className="mb-2">Have questions?</Eyebrow>
        <h2 id="questions" className="text-4xl">
          What people ask first
        </h2>
        <p className="mt-4 text-lg text-stone">Plain answers, before anything is signed or paid.</p>
        <TextLink to="/faqs" look="standalone" arrow className="mt-5">
          All questions and answers
        </TextLink>
      </div>
      <Accordion
        name="home-questions"
        level={3}
        items={questions.map((faq) => ({
          id: `question-${faq.id}`,
          title: faq.question,
          content: <Answer faq={faq} />,
        }))}
      />
    </section>
  );
}
