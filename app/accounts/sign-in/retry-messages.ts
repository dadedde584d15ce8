/** The second step has expired; sign-in starts again with the password. */
export const startAgainMessage = "This took too long or failed too often. Please sign in again.";
