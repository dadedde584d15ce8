/** Seen only in a browser that holds an application (N-BEGIN-7): it leads to it, or to the list of several. */
export const held = { to: "/applications?only", label: "My application" } as const;
