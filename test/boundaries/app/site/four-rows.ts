// A title that names more rows than a test proves, for scripts/check-rows.ts.
export const title = "[W-SAVE-1, W-SAVE-2, W-SAVE-3, W-SAVE-4] everything about saving";
