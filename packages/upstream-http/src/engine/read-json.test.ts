import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.ts';

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

describe('reading a JSON answer', () => {
  it('puts its pieces together', async () => {
    expect(await readJson(pieces('{"a":', '[1]}'))).toEqual({ a: [1] });
  });

  it.each([[''], ['{"a":'], ['<html>']])('gives nothing for %j', async (text) => {
    expect(await readJson(pieces(text))).toBeUndefined();
  });

  it('stops at what is too long, and lets go of the rest', async () => {
    let [given, returned] = [0, false];
    async function* endless() {
      try {
        for (;;) {
          given += 1;
          yield new Uint8Array(64 * 1024);
        }
      } finally {
        returned = true;
      }
    }
    expect(await readJson(endless())).toBeUndefined();
    expect([given, returned]).toEqual([17, true]);
  });
});
