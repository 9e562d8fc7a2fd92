import { describe, expect, it } from 'vitest';
import {
  classifyClientError,
  classifyFrameworkError,
  isRefusalOfHost,
} from './framework-problem.ts';
import { RefusedBody, RefusedRequest } from './refused-request.ts';

describe('classifyFrameworkError', () => {
  it.each([
    [{ code: 'FST_ERR_BAD_URL', statusCode: 400 }, 'path-malformed'],
    [{ code: 'FST_ERR_MAX_PARAM_LENGTH', statusCode: 414 }, 'route-not-found'],
    [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'body-too-large'],
    [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }, 'media-type-unsupported'],
    [{ code: 'FST_ERR_CTP_EMPTY_JSON_BODY', statusCode: 400 }, 'body-malformed'],
    [{ code: 'FST_ERR_CTP_INSTANCE_ALREADY_STARTED', statusCode: 500 }, undefined],
    [{ statusCode: 400 }, undefined],
    [{ statusCode: 500 }, undefined],
    [new Error('ours'), undefined],
    [undefined, undefined],
    ['text', undefined],
  ])('%j is %s', (error, problem) => {
    expect(classifyFrameworkError(error)).toBe(problem);
  });
});

describe('isRefusalOfHost', () => {
  it.each([
    [{ statusCode: 401 }, true],
    [{ statusCode: 429, status: 429 }, true],
    [{ status: 503 }, false],
    [{ statusCode: 503, code: 'FST_UNDER_PRESSURE' }, true],
    [{ statusCode: 500 }, true],
    [{ statusCode: 302 }, false],
    [{ statusCode: 600 }, false],
    [{ statusCode: '401' }, false],
    [{ statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }, false],
    [{ statusCode: 500, code: 'FST_ERR_RESPONSE_SERIALIZATION' }, false],
    [new RefusedRequest('overloaded', 'Too many.'), false],
    [new RefusedBody('Too long.'), false],
    [new Error('ours'), false],
    [null, false],
  ])('of %j is %s', (error, isIts) => {
    expect(isRefusalOfHost(error)).toBe(isIts);
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
