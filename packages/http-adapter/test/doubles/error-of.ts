import type { LightMyRequestResponse } from 'fastify';

/** Status, code and param of an error answer, after its shape was checked. */
export function errorOf(
  response: LightMyRequestResponse,
): readonly [number, string, string | undefined] {
  const body: unknown = response.json();
  const error = (body as { error: { message: string; type: string; code: string; param?: string } })
    .error;
  if (typeof error.message !== 'string' || error.message === '')
    throw new Error(`no message: ${response.body}`);
  const type = response.statusCode < 500 ? 'invalid_request_error' : 'server_error';
  if (error.type !== type) throw new Error(`wrong type: ${response.body}`);
  if (response.headers['x-request-id'] === undefined) throw new Error('no x-request-id');
  if (response.headers['content-type'] !== 'application/json; charset=utf-8')
    throw new Error('not JSON');
  return [response.statusCode, error.code, error.param];
}
