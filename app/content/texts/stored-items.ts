type StoredItem = {
  /** As the browser shows it; `…` is a variable part. */
  name: string;
  what: string;
  stays: string;
};
export type StoredItems = { heading: string; intro: string; items: readonly StoredItem[] };

/**
 * Everything that this site stores in a browser, by its real name. Add an entry for each new one: the privacy policy
 * lists it (V-PAGE-2).
 */
export const storedItems: readonly StoredItems[] = [
  {
    heading: "Cookies",
    intro:
      "Small texts that your browser sends back to this site with each request. On secure connections their names begin with __Host-.",
    items: [
      {
        name: "application-…",
        what: "Opens your application in this browser: one for each application, with its key in the name.",
        stays: "30 days; on a device that other people use, until the browser is closed",
      },
      {
        name: "my-application",
        what: "Records that this browser has an application, but nothing about it, so that every page can link to it.",
        stays: "30 days; on a device that other people use, until the browser is closed",
      },
      {
        name: "browser",
        what: "Recognizes the browser that opened the form to start an application, or that sent files with an inquiry.",
        stays: "1 day",
      },
      {
        name: "your-data",
        what: "Keeps your data page open in this browser after you’ve used the link we emailed you.",
        stays: "1 day",
      },
      {
        name: "lucaya_staff",
        what: "Keeps a member of our staff signed in. Visitors never get this one or the next three.",
        stays: "1 hour after its last use, 12 hours at most",
      },
      {
        name: "lucaya_second_step",
        what: "Remembers, between password and code, which member of our staff is signing in.",
        stays: "1 hour",
      },
      {
        name: "lucaya_known_…",
        what: "Marks a browser in which a member of our staff has signed in before.",
        stays: "365 days",
      },
      {
        name: "lucaya_notice",
        what: "Shows our staff a one-time confirmation, such as “Saved”.",
        stays: "30 seconds",
      },
    ],
  },
  {
    heading: "In the tab (session storage)",
    intro: "Never sent to us automatically, and not visible to other tabs.",
    items: [
      {
        name: "lucaya-session",
        what: "A random number that shows which views of our service pages belong to one visit.",
        stays: "Until the tab is closed",
      },
      {
        name: "lucaya-inquiry",
        what: "What you typed into the inquiry form and have not sent.",
        stays: "Until it is sent, or the tab is closed",
      },
      {
        name: "unsent …",
        what: "Answers of your application that have not reached us yet, step by step.",
        stays: "Until they are saved, or the tab is closed",
      },
      {
        name: "react-router-scroll-positions",
        what: "How far you scrolled on pages with a form, so that Back returns you to the same place.",
        stays: "Until the tab is closed",
      },
    ],
  },
  {
    heading: "On the device (local storage)",
    intro: "Never sent to us automatically. On a device that you told us is shared, nothing is kept here.",
    items: [
      {
        name: "kept …",
        what: "A copy of those unsent answers, without passport numbers and without the answers about security and criminal history, in case the tab or the browser is closed.",
        stays: "Until they are saved, 7 days at most",
      },
      {
        name: "lucaya desk …",
        what: "What a member of our staff typed into a form and has not sent. Visitors never get it.",
        stays: "Until it is sent or they sign out, 7 days at most",
      },
    ],
  },
];
