import { describe, expect, test } from 'vitest';
import { requestText } from './request-source.ts';

const common = { path: '/a', host: 'h:1', headers: { accept: '*/*' } };

describe('requestText', () => {
  test('states the length of a body', () => {
    expect(requestText({ ...common, method: 'POST', body: '{"a":1}' })).toBe(
      'POST /a HTTP/1.1\r\nhost: h:1\r\naccept: */*\r\ncontent-length: 7\r\n\r\n{"a":1}',
    );
  });

  test('has neither body nor length otherwise', () => {
    expect(requestText({ ...common, method: 'GET', body: '' })).toBe(
      'GET /a HTTP/1.1\r\nhost: h:1\r\naccept: */*\r\n\r\n',
    );
  });
});
