/** Sends a request as `fetch` does, and reports the progress of the upload, which `fetch` cannot. */
export type OnProgress = (fraction: number) => void;

type UploadRequest = {
  method: string;
  headers: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
};

/** Rejects, as `fetch` does, without a connection or when `signal` aborts. At 1 the whole body is sent. */
export function sendWithProgress(
  address: string,
  { method, headers, body, signal }: UploadRequest,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () =>
      resolve(new Response(request.responseText, { status: request.status, headers: parseHeaders(request) }));
    request.onerror = () => reject(new TypeError('The server cannot be reached'));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) return reject(signal.reason);
    request.send(body ?? null);
  });
}

function parseHeaders(request: XMLHttpRequest): [string, string][] {
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  return lines.map((line): [string, string] => {
    const colonIndex = line.indexOf(':');
    return [line.slice(0, colonIndex), line.slice(colonIndex + 1).trim()];
  });
}
