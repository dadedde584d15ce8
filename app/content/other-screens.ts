/** Screens of the content area that are no kind of their own. */
export const otherScreens = [
  { to: "/admin/content/newsletter", title: "Newsletter", about: "Who reads it, and posts that are sent to them." },
  { to: "/admin/content/redirects", title: "Redirects", about: "Old addresses, and where they lead." },
  { to: "/admin/content/links", title: "Broken links", about: "What pages lead to and is not there; unused files." },
];
