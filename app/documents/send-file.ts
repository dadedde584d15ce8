/**
 * Posts a form with a file and reports progress from 0 to 1, which `fetch` can't. Resolves to the status and the JSON
 * (null if it is none), or to undefined if the request failed or was aborted.
 */
export function sendFile<Answer>(
  url: string,
  body: FormData,
  progress?: (part: number) => void,
  signal?: AbortSignal,
): Promise<{ status: number; answer: Answer | null } | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    request.upload.onprogress = (event) => progress?.(event.total > 0 ? event.loaded / event.total : 0);
    request.onload = () => resolve({ status: request.status, answer: request.response as Answer | null });
    request.onerror = () => resolve(undefined);
    request.onabort = () => resolve(undefined);
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
