/**
 * Posts a form with a file and tells how far it has come, as a part of 1: `fetch` tells nothing of that. The status and
 * the JSON that was answered, null when the answer was none; nothing when the request was lost or given up.
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
