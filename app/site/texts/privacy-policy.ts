export type PrivacySection = {
  id: string;
  heading: string;
  paragraphs: readonly string[];
  list?: readonly string[];
};

/** Address, phone and email stand in the site settings, never here: the page puts them under the last section. */
export const privacyText = {
  title: "Privacy policy",
  lastUpdated: "October 11, 2025",
  lead: "A visa application asks for more about a person than almost any other form. This page says in plain words what we collect, why, who sees it, how long we keep it, and what you can ask of us.",
  sections: [
    {
      id: "collected-data",
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
    {
      id: "use",
      heading: "What we use it for",
      paragraphs: [
        "We use your data to answer you, to prepare and file your application, to tell you about its progress, to meet our legal duties, and to protect the site against abuse. We count visits to our service pages in order to know which ones are useful. We do not sell data, and we do not use it for advertising.",
        "If you subscribe to our newsletter, we keep your email address for that purpose once you have confirmed it. Every newsletter has a link that ends it.",
      ],
    },
    {
      id: "sharing",
      heading: "Who we share it with",
      paragraphs: ["Your data goes to those who need it for your case, and only the part that they need:"],
      list: [
        "The government, embassy, consulate or visa center that decides on your application",
        "Translators, couriers and doctors, if your case requires them and you agree",
        "Providers who host our systems, deliver our email or process payments, bound by contract to confidentiality",
        "Courts and authorities, where the law obliges us",
      ],
    },
    {
      id: "security",
      heading: "How we protect it",
      paragraphs: [
        "Connections to this site are encrypted. Your documents are never stored at a public address: each download is checked against who is asking. Only staff who work on cases can open them, every staff account is personal, and administrative changes are logged.",
        "Links to your application are private and expire after 30 days. Please do not forward them. No system is perfectly safe, and if a breach affects you, we will tell you and the authorities as the law requires.",
      ],
    },
    {
      id: "retention",
      heading: "How long we keep it",
      paragraphs: [
        "Visa documents and the application they belong to are kept for 7 years after the case is closed, because governments and later applications may ask about them. Then they are deleted.",
        "Inquiries that do not become a case are deleted when they are no longer needed. Technical records are kept for a short time only. You may ask for earlier deletion, and we will agree where no law requires us to keep the data.",
      ],
    },
    {
      id: "rights",
      heading: "Your rights",
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
    },
    {
      id: "cookies",
      heading: "Cookies",
      paragraphs: [
        "We use only cookies that the site needs. One recognizes the browser in which you started an application, so that you can continue it, and lasts up to 30 days. Beside it stands one that says nothing but that there is such an application, so that every page can show the way to it. Another one recognizes, for a day, the browser that opened the form that starts an application or sent files with an inquiry. One more keeps staff signed in. Your browser’s session storage holds a random number that shows which views of our service pages belong to one visit, and unsent answers of a form until they are saved. Both disappear when you close the tab.",
        "So that no answer is lost when the line is down, your device also keeps a copy of those answers of your application that have not reached us yet: until they are saved, for 7 days at most. Passport numbers and the answers about security and criminal history are never kept this way, and nothing is on a device that you said other people use. The copy goes as soon as the answers are saved, and when you submit, withdraw or delete the application or remove it from the browser.",
        "There are no advertising cookies and no trackers of other companies. If you block cookies you can read every page, and send an inquiry without files, but you cannot fill in an application.",
      ],
    },
    {
      id: "minors",
      heading: "No service to people under 18",
      paragraphs: [
        "Our services are for adults. There is no service to people under 18: we do not accept inquiries or applications that they send. For a child who travels a parent or legal guardian applies, with an application of the child’s own, and signs it. If you believe that a minor has sent us data, tell us and we will delete it.",
      ],
    },
    {
      id: "terms",
      heading: "Terms of service",
      paragraphs: [
        "We prepare applications with care and tell you what we know. The decision is always the government’s, and we cannot promise an outcome or a date. You are responsible for the truth of your answers and for the documents you provide. Government fees are not refunded by us. Our service fee pays for the work done.",
      ],
    },
    {
      id: "changes",
      heading: "Changes to this policy",
      paragraphs: [
        "When this policy changes, the date at the top changes with it. If a change affects you in an important way, we will write to the email address of your application.",
      ],
    },
    {
      id: "contact",
      heading: "Contact",
      paragraphs: [
        "For any question about your data, write, call or visit us. We answer within one business day, and fulfill requests within 30 days.",
      ],
    },
  ] satisfies readonly PrivacySection[],
} as const;
