/**
 * Name of the cookie that says that this browser holds an application, and nothing of it (N-BEGIN-7). A page's script
 * reads it, so that kept pages, the same for everybody, can show `My application`.
 */
export const myApplicationCookie = "my-application";
