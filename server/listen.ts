import type { Server } from "node:net";
import { StartError } from "~/db/embedded/binaries.server";

type Address = { HOST: string; PORT: number };

/** Failures that an operator can fix are a StartError that names the setting. */
export function listen(server: Server, { HOST, PORT }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = reasonOf(error.code ?? "", { HOST, PORT });
      reject(reason ? new StartError(reason) : error);
    });
    server.listen(PORT, HOST, resolve);
  });
}

function reasonOf(code: string, { HOST, PORT }: Address): string | undefined {
  if (code === "EADDRINUSE") {
    const otherPort = PORT < 65_535 ? PORT + 1 : PORT - 1;
    return `Port ${PORT} is in use by another program. Try another one: PORT=${otherPort} npm start`;
  }
  if (code === "EACCES") return `This user can't open port ${PORT}. Set PORT to a port above 1023.`;
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(code))
    return `HOST is not an address of this machine: ${HOST}. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for everybody.`;
  return undefined;
}
