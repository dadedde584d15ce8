/** The page at the desk on which an application's fees and invoices are. */
export const feesPath = (applicationId: string): string => `/admin/applications/${applicationId}/fees`;
