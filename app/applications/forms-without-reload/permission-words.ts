export const permissionEndedMessage =
  "This browser can no longer open the application. Open it in a new tab with the link in one of our emails, then send this again.";
