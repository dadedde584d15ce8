export const mailVerb = {
  role: "super_admin" as const,
  messages: { forbidden: "Only super admins change this." },
};
