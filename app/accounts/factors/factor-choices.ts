export const factorChoices = { super_admins: "Super admins", all_admins: "All admins" } as const;
export type FactorChoice = keyof typeof factorChoices;
