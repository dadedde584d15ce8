/** The head of a page for which nothing is stored (P-SEO-4), and the site's claims (P-SHELL-17). The rate stands where it says of what. */
export const defaultMetadata = {
  title: "Visa & Immigration Consultants in Nassau | 15+ Years",
  description:
    "Visa and immigration consultants in Nassau: 99% approval rate of the applications we filed, 15+ years of experience, 150+ countries. Free consultation, an answer within one business day.",
} as const;

/** `of` says of what the figure is, where there is room for it; braces as in `content/facts/texts.ts`. */
export const claims: readonly { value: string; label: string; of?: string }[] = [
  { value: "15+", label: "years of experience" },
  { value: "99%", label: "approval rate", of: "of the applications we filed{approval-period}" },
  { value: "5000+", label: "clients" },
  { value: "150+", label: "countries", of: "our clients come from" },
  { value: "7–14 days", label: "average processing", of: "for visitor visas" },
  { value: "30-minute", label: "free consultation" },
  { value: "24-hour", label: "response time", of: "on business days" },
];
