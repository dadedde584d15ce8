import type { ReactNode } from "react";
import { MailedLinkPage } from "~/ui/mailed-link-page";

type DataPageProps = {
  title: string;
  /** Its name in the breadcrumbs, if they say more than the title; null for the first page. */
  crumb?: string | null;
  children: ReactNode;
};

export const DataPage = ({ title, crumb = title, children }: DataPageProps) => (
  <MailedLinkPage
    seed="your-data"
    eyebrow="Privacy"
    title={title}
    trail={crumb === null ? [{ label: "Your data" }] : [{ label: "Your data", to: "/your-data" }, { label: crumb }]}
  >
    {children}
  </MailedLinkPage>
);
