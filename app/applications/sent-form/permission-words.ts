/** What a page of a case says once its browser no longer holds the application. */
export const permissionWords =
  "This browser’s permission to open the application has ended. Please open it in another tab by the link in one of our mails, then send this again.";
