/** Folders of the storage whose files are no documents: the comparison of storage and rows skips them. */
export const apartFolders = { erasures: "erasures/", copies: "copies/" } as const;

export const isApart = (key: string): boolean => Object.values(apartFolders).some((folder) => key.startsWith(folder));
