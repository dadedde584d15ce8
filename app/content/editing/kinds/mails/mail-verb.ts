export const mailVerb = {
  role: "super_admin" as const,
  words: { forbidden: "Only super admins change this." },
};
