/** Only visible in a browser with an application: it links to it, or to the list of several. */
export const myApplicationLink = { to: "/applications?only", label: "My application" } as const;
