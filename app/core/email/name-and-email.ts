/** `Anika Thompson (anika@lucaya.example)`, for texts that have no tooltip; without a name the email alone. */
export const nameAndEmail = (name: string | undefined, email: string): string =>
  name && name !== email ? `${name} (${email})` : email;
