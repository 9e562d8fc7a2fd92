import { describe, expect, it } from 'vitest';
import { safeNext } from './safe-next.ts';

const root = new URL('http://127.0.0.1:8787/');
const videos = new URL('https://example.com/films/');

describe('where login leads', () => {
  it.each([
    [root, '/video', '/video'],
    [root, '/video?model=vidA&state=failed#x', '/video?model=vidA&state=failed#x'],
    [root, '/console/../video', '/video'],
    [videos, '/films/console/models?q=a', '/console/models?q=a'],
  ])('[console.login-next] below %s, %s is a page of ours', (mount, next, expected) => {
    expect(safeNext(next, mount)).toBe(expected);
  });

  it.each([
    [root, undefined],
    [root, ''],
    [root, 'video'],
    [root, '//evil.example/video'],
    [root, '/\\evil.example'],
    [root, '/\t/evil.example'],
    [root, 'https://evil.example/'],
    [root, 'javascript:alert(1)'],
    [root, '/login'],
    [root, '/login?next=/login'],
    [videos, '/video'],
    [videos, '/films/../admin'],
    [videos, '/films//evil.example'],
  ])('[console.login-next] below %s, %s is not', (mount, next) => {
    expect(safeNext(next, mount)).toBeNull();
  });
});
