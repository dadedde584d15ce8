/** Tells scripts that this browser can open an application, so that cached pages can show `My application`. */
export const myApplicationCookie = "my-application";
