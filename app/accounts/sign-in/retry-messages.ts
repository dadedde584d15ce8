/** The second step of a sign-in is over, and it begins with the password again (V-MFA-5). */
export const anewWords = "This took too long or failed too often. Please sign in again.";
