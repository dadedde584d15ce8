import { z } from "zod";
import { button, link, note, type Part } from "~/mail/letter";
import { type Fixed, template } from "~/mail/template";

/** The same for every reader. */
export const issueData = z.object({
  title: z.string(),
  excerpt: z.string(),
  slug: z.string(),
  /** Its beginning, or all of it. */
  paragraphs: z.array(z.string()),
  isWhole: z.boolean(),
});
export type IssueData = z.output<typeof issueData>;

const words = {
  subject: "{title of the post}",
  preview: "{excerpt of the post}",
  heading: "{title of the post}",
  opening: "{excerpt of the post}",
};
const chips = ({ title, excerpt }: IssueData) => ({ "title of the post": title, "excerpt of the post": excerpt });

const letterOf = (
  { slug, paragraphs, isWhole }: IssueData,
  page: (path: string) => string,
  opening: string,
  end: Part,
): Fixed => ({
  kind: "Newsletter",
  blocks: [
    opening,
    ...paragraphs,
    button(isWhole ? "Read it on our site" : "Keep reading", page(`/blog/${slug}`)),
    end,
  ],
  reason: "You are receiving this email because you subscribed to our newsletter and confirmed your address.",
  record: "NEWSLETTER",
});

export const newsletterIssue = template({
  kind: "newsletter_issue",
  about: "subscription",
  to: "person",
  links: ["unsubscribe"],
  othersCause: false,
  data: issueData,
  texts: words,
  chips,
  letter: (data, links, say) => letterOf(data, links.desk, say("opening"), link("Unsubscribe", links.unsubscribe)),
});

/** For the admin who tries it out; none of its links ends a subscription. */
export const newsletterTest = template({
  kind: "newsletter_test",
  about: "account",
  to: "person",
  links: [],
  othersCause: false,
  data: issueData,
  texts: { ...words, subject: "[Test] {title of the post}" },
  chips,
  letter: (data, links, say) =>
    letterOf(data, links.desk, say("opening"), note("In the real issue, the unsubscribe link appears here.")),
});
