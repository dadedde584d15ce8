/** Folders of the owner's files, which go only when a super admin says so (O-LINK-3). */
export const contentFolders = ["forms", "pictures"] as const;

export const folderOf = (key: string): (typeof contentFolders)[number] | null =>
  contentFolders.find((folder) => key.startsWith(`${folder}/`)) ?? null;
