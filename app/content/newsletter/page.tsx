import type { ReactNode } from "react";
import { TextLink } from "~/ui/link";
import { MailedLinkPage } from "~/ui/mailed-link-page";

export const NewsletterPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <MailedLinkPage
    seed="newsletter"
    eyebrow="Newsletter"
    title={title}
    trail={[{ label: "Newsletter", to: "/newsletter" }, { label: title }]}
    after={
      <p className="mt-10">
        <TextLink to="/blog" look="standalone" arrow>
          Read the blog
        </TextLink>
      </p>
    }
  >
    {children}
  </MailedLinkPage>
);

/** Shown for a link that is truncated, forged, or whose address was deleted; `children` say what to do. */
export function LinkUnknown({ children }: { children: ReactNode }) {
  return (
    <NewsletterPage title="This link does not work">
      <p>The link may be incomplete, or your address isn’t on our list. {children}</p>
    </NewsletterPage>
  );
}
