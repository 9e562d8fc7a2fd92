import { expect } from 'vitest';
import { z } from 'zod';

/** An HTTP answer, read to its end. */
export interface Answer {
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

/** Sends a request and reads the whole answer; redirects are left to the caller. */
export async function send(url: string, parts: RequestParts = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = parts;
  const init = { method, headers, redirect: 'manual' as const };
  const response = await fetch(url, body === undefined ? init : { ...init, body });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  return { status: response.status, headers: response.headers, bytes, text };
}

/** The JSON of an answer, which must say that it is JSON. */
export function jsonOf(answer: Answer): unknown {
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  return JSON.parse(answer.text);
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
 * Asserts the whole shape of an error of the tasks surface and returns its message.
 * As [errors.shape] promises.
 */
export function expectApiError(answer: Answer, expected: ExpectedError): string {
  const { error } = apiErrorSchema.parse(jsonOf(answer));
  const seen = { status: answer.status, code: error.code, type: error.type };
  const type = expected.status < 500 ? 'invalid_request_error' : 'server_error';
  expect(seen, error.message).toEqual({ status: expected.status, code: expected.code, type });
  if (typeof expected.param === 'string') expect(error.param).toBe(expected.param);
  else if (expected.param !== undefined) expect(error.param).toMatch(expected.param);
  expect(answer.headers.get('x-request-id')).toMatch(/\S/);
  if (expected.status === 409) expect(answer.headers.get('x-should-retry')).toBe('false');
  return error.message;
}

const detailSchema = z.object({ detail: z.string().min(1) });

/** Asserts an admin or login error `{detail}` [admin.errors-detail]. */
export function expectDetail(answer: Answer, status: number): string {
  expect(answer.status, answer.text).toBe(status);
  return detailSchema.parse(jsonOf(answer)).detail;
}

/** What a caller can tell two answers apart by: all but the request id and the date. */
export function visibleParts(answer: Answer): { readonly [part: string]: unknown } {
  const requestId = answer.headers.get('x-request-id') ?? '';
  const headers = [...answer.headers.entries()].filter(
    ([name]) => name !== 'x-request-id' && name !== 'date',
  );
  const text = requestId === '' ? answer.text : answer.text.replaceAll(requestId, '<request-id>');
  return { status: answer.status, headers, text };
}
