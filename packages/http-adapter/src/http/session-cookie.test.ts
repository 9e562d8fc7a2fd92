import { describe, expect, it } from 'vitest';
import { createSessionCookie } from './session-cookie.ts';

describe('createSessionCookie', () => {
  it('over http is HttpOnly and SameSite=Strict', () => {
    const cookie = createSessionCookie(() => 'http://localhost:8787');
    expect(cookie.write('abc', 60)).toBe(
      'filmgate_session=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Strict',
    );
    expect(cookie.read('other=1; filmgate_session=abc')).toBe('abc');
    expect(cookie.read('__Host-filmgate_session=abc')).toBeUndefined();
  });

  it('over https is Secure and bound to the host', () => {
    const cookie = createSessionCookie(() => 'https://gate.example');
    expect(cookie.write('abc', 60)).toBe(
      '__Host-filmgate_session=abc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict',
    );
    expect(cookie.read('__Host-filmgate_session=abc')).toBe('abc');
    expect(cookie.read('filmgate_session=abc')).toBeUndefined();
  });

  it('ends by an age of nothing', () => {
    expect(createSessionCookie(() => 'http://x').clear()).toContain('Max-Age=0');
  });

  it.each([undefined, '', 'a=b', 'filmgate_session='])('finds none in %j', (header) => {
    expect(createSessionCookie(() => 'http://x').read(header)).toBeUndefined();
  });
});
