export const otherScreens = [
  { to: "/admin/content/newsletter", title: "Newsletter", about: "Subscribers, and posts sent to them." },
  { to: "/admin/content/redirects", title: "Redirects", about: "Old addresses, and where they lead." },
  { to: "/admin/content/links", title: "Broken links", about: "Links and pictures that don’t work, and unused files." },
];
