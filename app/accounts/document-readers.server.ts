import { readStaff } from "./staff.server";

/** Staff may read every document (decision 3). */
export const staffReads = async (_document: unknown, request: Request): Promise<boolean> =>
  (await readStaff(request)) !== null;
