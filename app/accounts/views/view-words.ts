export type ViewedList = "applications" | "inquiries";

export const longestName = 60;

export const viewMessages = {
  unnamed: "Give the view a name.",
  long: "Give the view a name of at most 60 characters.",
  taken: "You already have a view with this name. Choose another name.",
  gone: "This view is private or was deleted.",
} as const;
