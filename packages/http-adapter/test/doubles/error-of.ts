import type { LightMyRequestResponse } from 'fastify';
import { errorBody } from '../../src/http/error-codes.ts';
import { bodyOf } from './body-of.ts';

/** Returns status, code and param of an error response, after checking its shape. */
export function errorOf(
  response: LightMyRequestResponse,
): readonly [status: number, code: string, param: string | undefined] {
  const { error } = bodyOf(response, errorBody.strict());
  const type = response.statusCode < 500 ? 'invalid_request_error' : 'server_error';
  if (error.message === '' || error.type !== type) throw new Error(`wrong: ${response.body}`);
  if (response.headers['x-request-id'] === undefined) throw new Error('no x-request-id');
  if (response.headers['content-type'] !== 'application/json; charset=utf-8') {
    throw new Error('not JSON');
  }
  return [response.statusCode, error.code, error.param];
}
