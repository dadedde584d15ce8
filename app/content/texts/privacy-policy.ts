import { spareParts, type TextPart } from "./terms";

export type PrivacySection = TextPart & {
  /** The name of the footer's link to this part. */
  name?: string;
  /** Paragraphs after the rest. */
  after?: readonly string[];
  /** The link to the page where visitors can exercise the right that the part describes. */
  ask?: string;
};

export type PrivacyText = {
  title: string;
  /** Shown as a formatted date. */
  lastUpdated: string;
  lead: string;
  sections: Readonly<Record<string, PrivacySection>>;
};

/**
 * By the anchors of the parts. Postal address, phone and email come from the site settings: the page adds them to the
 * last part. Browser storage and retention are listed by code, in `cookies` and `retention`, and the terms in `terms`,
 * until they are published on their own page (O-TEXT-6).
 */
export const privacyText: PrivacyText = {
  title: "Privacy policy",
  lastUpdated: "2025-10-11",
  lead: "A visa application asks for more about a person than almost any other form. This page says in plain words what we collect, why, who sees it, how long we keep it, and what you can ask of us.",
  sections: {
    "collected-data": {
      heading: "What we collect",
      paragraphs: [
        "We collect what you give us in an inquiry or an application, and a small amount of technical data that a website needs in order to work.",
      ],
      list: [
        "Who you are: name, date and place of birth, nationality, marital status, passport details",
        "How to reach you: email, phone, postal address, emergency contact",
        "Your trip: dates, purpose, address, who pays, earlier travel and refusals",
        "Your background: family, work, education, income, and the security questions that governments ask, which can include health and criminal records",
        "Your documents: passport copies, photographs, bank statements, certificates and letters that you upload",
        "What passes between us: messages, emails and notes of calls",
        "Payments: amount, date and status. Card numbers are handled by the payment provider and do not reach us",
        "Technical data: the pages of our services that were viewed, the browser’s name and the page you came from, and network addresses for as long as we need them to protect the site against abuse",
      ],
    },
    use: {
      heading: "What we use it for",
      paragraphs: [
        "We use your data to answer you, to prepare and file your application, to tell you about its progress, to meet our legal duties, and to protect the site against abuse. We count visits to our service pages in order to know which ones are useful. We do not sell data, and we do not use it for advertising.",
        "If you subscribe to our newsletter, we keep your email address for that purpose once you have confirmed it. Every newsletter has an unsubscribe link.",
      ],
    },
    sharing: {
      heading: "Who we share it with",
      paragraphs: ["Your data goes to those who need it for your case, and only the part that they need:"],
      list: [
        "The government, embassy, consulate or visa center that decides on your application",
        "Translators, couriers and doctors, if your case requires them and you agree",
        "Providers who host our systems, deliver our email or process payments, bound by contract to confidentiality",
        "Courts and authorities, where the law obliges us",
      ],
    },
    security: {
      heading: "How we protect it",
      paragraphs: [
        "Connections to this site are encrypted. Your documents are never stored at a public address: each download is checked against who is asking. Documents and the most sensitive answers, such as passport numbers, are stored encrypted. Only you and our own staff can open them, every staff account is personal, and administrative changes are logged.",
        "Have you found a security problem on this site? Please tell us before you tell others. We read and answer every report.",
        "Links to your application are private and expire after 30 days. Please do not forward them. No system is perfectly safe, and if a breach affects you, we will tell you and the authorities as the law requires.",
      ],
    },
    retention: {
      heading: "How long we keep it",
      paragraphs: [
        "Visa documents and the application they belong to are kept for {period:application} after the case is closed, because governments and later applications may ask about them. Then they are deleted. An application that you have not submitted you can delete yourself at any time.",
        "Inquiries that do not become a case are deleted when they are no longer needed, {period:inquiry} after the last word on them at the latest; files that were chosen for an inquiry which was never sent, after {period:waiting-file}. Views of service pages are kept for {period:view}, logs for {period:record}. You may ask for earlier deletion, and we will agree where no law requires us to keep the data.",
        "We remove expired data every night. In detail:",
      ],
    },
    "data-protection": {
      name: "Data Protection Policy",
      heading: "Data protection and your rights",
      paragraphs: [
        "Under the data protection law of the Bahamas, and under the laws of other countries where they apply to you, you can ask us:",
      ],
      list: [
        "for a copy of the data we hold about you",
        "to correct what is wrong",
        "to delete what we no longer have to keep",
        "to stop a use that you have consented to, such as the newsletter",
        "to explain a decision of ours that concerns your data",
      ],
      after: [
        "For a copy or for deletion, enter your email address on the page below and we’ll send you a link that opens what we hold. For anything else, write, call or visit us. It’s free of charge. If you think that we treat your data wrongly, you can also complain to the Data Protection Commissioner of the Bahamas.",
      ],
      ask: "Request or delete your data",
    },
    minors: {
      heading: "No service to people under 18",
      paragraphs: [
        "There is no service to people under 18: we do not accept inquiries or applications that they send. For a child who travels a parent or legal guardian applies, with an application of the child’s own, and signs it. If you believe that a minor has sent us data, tell us and we will delete it.",
      ],
    },
    cookies: {
      name: "Cookie Policy",
      heading: "What this site keeps in your browser",
      paragraphs: [
        "We use only what the site needs. There are no advertising cookies and no trackers of other companies. A random number shows which views of our service pages belong to one visit. The number disappears when you close the tab; unsent answers stay on this device until they are saved, for 7 days at most, and on a shared device only as long as the tab is open.",
        "So that nothing is lost if you go offline, your device also keeps a copy of application answers that haven’t reached us yet. Passport numbers and the answers about security and criminal history are never kept this way. The copy goes as soon as the answers are saved, and when you submit, withdraw or delete the application or remove it from the browser.",
        "If you block cookies you can read every page, and send an inquiry without files, but you cannot fill in an application. Here is everything we store, by its technical name:",
      ],
    },
    terms: {
      name: "Terms Of Service",
      heading: "What you can expect of us, and we of you",
      paragraphs: ["The terms are on a separate page."],
    },
    changes: {
      heading: "Changes to this policy",
      paragraphs: [
        "When this page changes, the date at the top changes with it. If a change affects you in an important way, we will write to the email address of your application.",
      ],
    },
    contact: {
      heading: "Contact",
      paragraphs: [
        "For any question about your data, write, call or visit us. We answer within {response}, and fulfill requests within 30 days.",
      ],
    },
    ...spareParts("more"),
  },
};
