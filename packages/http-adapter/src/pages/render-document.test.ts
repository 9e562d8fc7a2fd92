import { expect, it } from 'vitest';
import { mountPath } from './render-document.ts';

it.each([
  ['', 'http://127.0.0.1:8787', '127.0.0.1:8787', '/'],
  ['/films', 'http://127.0.0.1:8787/films', '127.0.0.1:8787', '/films/'],
  ['', 'https://example.com/films', 'Example.com', '/films/'],
  ['', 'https://example.com/films/', 'example.com', '/films/'],
  ['', 'https://example.com/films', '127.0.0.1:8787', '/'],
  ['/films', 'https://example.com', undefined, '/films/'],
])('[pages.mounted] below "%s" of %s, asked as %s, is %s', (prefix, publicUrl, host, expected) => {
  expect(mountPath(prefix, { publicUrl, host })).toBe(expected);
});
