/**
 * Tells a page's script that this browser can open an application, without saying which: cached pages, the same for
 * everybody, can then show `My application`.
 */
export const myApplicationCookie = "my-application";
