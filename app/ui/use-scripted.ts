import { useEffect, useState } from "react";

/** Whether React has hydrated: false on the server and in the first render. */
export function useScripted(): boolean {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return scripted;
}
