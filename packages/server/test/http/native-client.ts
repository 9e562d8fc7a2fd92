import { expect } from 'vitest';
import { type HttpResponse, jsonOf, type RequestParts, send } from './response.ts';
import { eventually } from './eventually.ts';
import { type Asset, assetSchema, type NativeJob, nativeJobSchema } from './shapes.ts';

export interface UploadOptions {
  readonly contentType?: string;
  readonly fileName?: string;
}

/** A back-end caller's view of the native API. */
export interface NativeClient {
  request(path: string, parts?: RequestParts): Promise<HttpResponse>;
  upload(bytes: Uint8Array<ArrayBuffer>, options?: UploadOptions): Promise<HttpResponse>;
  create(body: unknown, key?: string): Promise<HttpResponse>;
  read(id: string): Promise<NativeJob>;
  completed(id: string): Promise<NativeJob>;
}

export function nativeClient(baseUrl: string, upstreamApiKey: string): NativeClient {
  const authorization = `Bearer ${upstreamApiKey}`;
  const request = (path: string, parts: RequestParts = {}): Promise<HttpResponse> =>
    send(baseUrl + path, { ...parts, headers: { authorization, ...parts.headers } });
  const read = async (id: string): Promise<NativeJob> =>
    jobOf(await request(`/api/v1/video-jobs/${id}`), 200);

  return {
    request,
    read,
    upload: (bytes, { contentType = 'image/png', fileName } = {}) =>
      request('/api/v1/assets', {
        method: 'POST',
        headers: {
          'content-type': contentType,
          ...(fileName === undefined ? {} : { 'x-file-name': fileName }),
        },
        body: bytes,
      }),
    create: (body, key = crypto.randomUUID()) =>
      request('/api/v1/video-jobs', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
    completed: (id) =>
      eventually(
        async () => {
          const job = await read(id);
          expect(job.error).toBeNull();
          return job.status === 'completed' ? job : undefined;
        },
        { what: `completion of ${id}` },
      ),
  };
}

export function jobOf(response: HttpResponse, status = 202): NativeJob {
  expect(response.status, response.text).toBe(status);
  return nativeJobSchema.parse(jsonOf(response));
}

export function assetOf(response: HttpResponse): Asset {
  expect(response.status, response.text).toBe(201);
  return assetSchema.parse(jsonOf(response));
}
