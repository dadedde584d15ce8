/** The head of a page for which nothing is stored (P-SEO-4), and the site's claims (P-SHELL-17). */
export const defaultMetadata = {
  title: "Visa & Immigration Consultants | 99% Approval, 15+ Years",
  description:
    "Visa and immigration consultants in Nassau: 99% approval rate, 15+ years of experience, 150+ countries. Free consultation, an answer within 24 hours.",
} as const;

export const claims = [
  { value: "15+", label: "years of experience" },
  { value: "99%", label: "approval rate" },
  { value: "5000+", label: "clients" },
  { value: "150+", label: "countries" },
  { value: "7-14 days", label: "average processing" },
  { value: "30-minute", label: "free consultation" },
  { value: "24-hour", label: "response time" },
] as const;
