import { expect } from 'vitest';
import { z } from 'zod';

/** An HTTP response, read to its end. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
}

export interface RequestParts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
}

/** Sends a request and reads the whole response; redirects are left to the caller. */
export async function send(url: string, parts: RequestParts = {}): Promise<HttpResponse> {
  const { method = 'GET', headers = {}, body } = parts;
  const init = { method, headers, redirect: 'manual' as const };
  const response = await fetch(url, body === undefined ? init : { ...init, body });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  return { status: response.status, headers: response.headers, bytes, text };
}

/** Returns the JSON of a response, which must declare itself as JSON. */
export function jsonOf(response: HttpResponse): unknown {
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
  return JSON.parse(response.text);
}

const apiErrorSchema = z.strictObject({
  error: z.strictObject({
    message: z.string().min(1),
    type: z.enum(['invalid_request_error', 'server_error']),
    code: z.string().min(1),
    param: z.string().nullable().optional(),
  }),
});

export interface ExpectedError {
  readonly status: number;
  readonly code: string;
  readonly param?: string | RegExp;
}

/**
 * Asserts the whole shape of an error of the tasks surface and returns its message. The shape is that of
 * [errors.shape].
 */
export function expectApiError(response: HttpResponse, expected: ExpectedError): string {
  const { error } = apiErrorSchema.parse(jsonOf(response));
  const seen = { status: response.status, code: error.code, type: error.type };
  const type = expected.status < 500 ? 'invalid_request_error' : 'server_error';
  expect(seen, error.message).toEqual({ status: expected.status, code: expected.code, type });
  if (typeof expected.param === 'string') expect(error.param).toBe(expected.param);
  else if (expected.param !== undefined) expect(error.param).toMatch(expected.param);
  expect(response.headers.get('x-request-id')).toMatch(/\S/);
  if (expected.status === 409) expect(response.headers.get('x-should-retry')).toBe('false');
  return error.message;
}

const detailSchema = z.object({ detail: z.string().min(1) });

/** Asserts an admin or login error `{detail}` [admin.errors-detail]. */
export function expectDetail(response: HttpResponse, status: number): string {
  expect(response.status, response.text).toBe(status);
  return detailSchema.parse(jsonOf(response)).detail;
}

/** Returns the parts by which a caller can distinguish two responses: all but the request id and the date. */
export function visibleParts(response: HttpResponse): { readonly [part: string]: unknown } {
  const requestId = response.headers.get('x-request-id') ?? '';
  const headers = [...response.headers.entries()].filter(
    ([name]) => name !== 'x-request-id' && name !== 'date',
  );
  const text =
    requestId === '' ? response.text : response.text.replaceAll(requestId, '<request-id>');
  return { status: response.status, headers, text };
}
