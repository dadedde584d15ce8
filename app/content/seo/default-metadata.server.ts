export type DefaultMetadata = { title: string; description: string };
type DefaultMetadataOf = (path: string) => Promise<DefaultMetadata>;

let registered: DefaultMetadataOf = async () => ({ title: "", description: "" });

/** The page folders register this at startup, because this module may not import them. */
export function registerDefaultMetadata(of: DefaultMetadataOf): void {
  registered = of;
}

export const defaultMetadataOf: DefaultMetadataOf = (path) => registered(path);
