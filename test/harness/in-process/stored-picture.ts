import { parsePictureUrl } from "~/content/pictures/address";

type Database = { query: (text: string, values: unknown[]) => Promise<unknown> };

/** Inserts a picture's row without its bytes; returns its URL. */
export async function storedPicture(database: Database, address: string): Promise<string> {
  const picture = parsePictureUrl(address);
  if (!picture) throw new Error(`${address} is no address of a picture`);
  const { id, format, width, height } = picture;
  await database.query(
    `insert into pictures (id, format, width, height, byte_size, storage_key) values ($1, $2, $3, $4, 1, $5)
     on conflict (id) do nothing`,
    [id, format, width, height, `pictures/${id}.${format}`],
  );
  return address;
}
