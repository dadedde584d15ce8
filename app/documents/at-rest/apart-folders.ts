/** Folders of the storage whose files are no documents: the comparison of storage and rows leaves them alone. */
export const apartFolders = { erasures: "erasures/", copies: "copies/" } as const;

export const isApart = (key: string): boolean => Object.values(apartFolders).some((folder) => key.startsWith(folder));
