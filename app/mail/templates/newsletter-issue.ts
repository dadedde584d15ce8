import { z } from "zod";
import type { Letter } from "~/mail/letter";
import { template } from "~/mail/template";

/** A post as its mail says it: the same for every reader. */
export const issueData = z.object({
  title: z.string(),
  excerpt: z.string(),
  slug: z.string(),
  /** The beginning of its text, or all of it. */
  paragraphs: z.array(z.string()),
  isWhole: z.boolean(),
});
export type IssueData = z.output<typeof issueData>;

type End = Letter["blocks"][number];

function letterOf(data: IssueData, page: (path: string) => string, end: End): Letter {
  const { title, excerpt, slug, paragraphs, isWhole } = data;
  return {
    preview: excerpt,
    kind: "Newsletter",
    heading: title,
    blocks: [
      { is: "text", text: excerpt },
      ...paragraphs.map((text) => ({ is: "text", text }) as const),
      { is: "button", label: isWhole ? "Read it on our site" : "Read on", href: page(`/blog/${slug}`) },
      end,
    ],
    reason: "You are receiving this email because you subscribed to our newsletter and confirmed your address.",
    record: "NEWSLETTER",
  };
}

/** A published post, sent to the subscribers of the newsletter. */
export const newsletterIssue = template({
  kind: "newsletter_issue",
  about: "subscription",
  to: "person",
  links: ["unsubscribe"],
  othersCause: false,
  data: issueData,
  subject: ({ title }) => title,
  letter: (data, links) => letterOf(data, links.desk, { is: "link", label: "Unsubscribe", href: links.unsubscribe }),
});

/** The same to the admin who tries it out; no link in it ends a subscription. */
export const newsletterTest = template({
  kind: "newsletter_test",
  about: "account",
  to: "person",
  links: [],
  othersCause: false,
  data: issueData,
  subject: ({ title }) => `[Test] ${title}`,
  letter: (data, links) =>
    letterOf(data, links.desk, { is: "note", text: "In the issue the link that unsubscribes stands here." }),
});
