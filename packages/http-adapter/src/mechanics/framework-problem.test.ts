import { describe, expect, it } from 'vitest';
import { classifyClientError, classifyFrameworkError } from './framework-problem.ts';

describe('classifyFrameworkError', () => {
  it.each([
    [{ code: 'FST_ERR_BAD_URL', statusCode: 400 }, 'path-malformed'],
    [{ code: 'FST_ERR_MAX_PARAM_LENGTH', statusCode: 414 }, 'route-not-found'],
    [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'body-too-large'],
    [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }, 'media-type-unsupported'],
    [{ code: 'FST_ERR_CTP_EMPTY_JSON_BODY', statusCode: 400 }, 'body-malformed'],
    [{ statusCode: 400 }, 'body-malformed'],
    [{ statusCode: 500 }, undefined],
    [new Error('ours'), undefined],
    [undefined, undefined],
    ['text', undefined],
  ])('%j is %s', (error, problem) => {
    expect(classifyFrameworkError(error)).toBe(problem);
  });
});

describe('classifyClientError', () => {
  it.each([
    [{ code: 'HPE_HEADER_OVERFLOW' }, 'headers-too-large'],
    [{ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, 'request-timeout'],
    [{ code: 'HPE_INVALID_METHOD' }, 'request-malformed'],
    [null, 'request-malformed'],
  ])('%j is %s', (error, problem) => {
    expect(classifyClientError(error)).toBe(problem);
  });
});
