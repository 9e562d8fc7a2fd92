import { describe, expect, it } from 'vitest';
import { makeKeyCalls } from './make-key-calls.ts';

describe('[console.api-users-key-once] the calls to run with a new key', () => {
  it('are ready for a shell', () => {
    const { create, read } = makeKeyCalls({ url: 'https://gate.example/films/', key: 'fg_user_1' });
    expect(create).toBe(
      [
        `curl -s 'https://gate.example/films/v1/videos' \\`,
        `  -H 'Authorization: Bearer fg_user_1' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -H 'Idempotency-Key: my-first-video' \\`,
        `  -d '{"prompt":"Paper boats on a rainy street","seconds":5,"resolution":"720p"}'`,
      ].join('\n'),
    );
    expect(read).toBe(
      [
        `curl -s 'https://gate.example/films/v1/videos/ID' \\`,
        `  -H 'Authorization: Bearer fg_user_1'`,
      ].join('\n'),
    );
  });

  it('run nothing else, whatever the address is', () => {
    const { create } = makeKeyCalls({ url: "https://a/'; rm -rf x; '", key: 'k' });
    expect(create.split('\n')[0]).toBe(`curl -s 'https://a/'\\''; rm -rf x; '\\''/v1/videos' \\`);
  });
});
