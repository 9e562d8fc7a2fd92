import { mkdir, mkdtemp, open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResponseSpool, type FileResponseSpool } from './create-response-spool.ts';
import { encodeEntry, findRoom, readSlots, slotBytes } from './spool-slots.ts';

let folder: string;
let path: string;
let logged: string[] = [];
const note = (event: string) => void logged.push(event);
const opened: FileResponseSpool[] = [];

async function openSpool(): Promise<FileResponseSpool> {
  const spool = await createResponseSpool(path, { info: note, warn: note, error: note });
  opened.push(spool);
  return spool;
}

async function texts(spool: FileResponseSpool): Promise<readonly string[]> {
  return (await spool.entries()).map(({ text }) => text);
}

async function kept(spool: FileResponseSpool, text: string): Promise<string> {
  const outcome = await spool.keep(text);
  if (outcome.kind !== 'kept') throw new Error(outcome.kind);
  return outcome.ticket;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-spool-'));
  path = join(folder, 'answers.spool');
  logged = [];
});
afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close();
  await rm(folder, { recursive: true });
});

describe('the spool of responses', () => {
  it('[submission-facts.spool.kept] has its whole room from the beginning, and keeps within it', async () => {
    const spool = await openSpool();
    const { size, blocks } = await stat(path);
    expect(size).toBe(1024 * 1024);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
    await kept(spool, 'an answer');
    expect((await stat(path)).size).toBe(size);
  });

  it('[submission-facts.spool.kept] returns the kept entries, after another opening too, until they are removed', async () => {
    const spool = await openSpool();
    const first = await kept(spool, '{"one":"Ü"}');
    await kept(spool, 'x'.repeat(3 * slotBytes));
    await kept(spool, '{"three":3}');
    await spool.remove(first);
    await spool.remove(first);
    const again = await openSpool();
    expect(await texts(again)).toEqual(['x'.repeat(3 * slotBytes), '{"three":3}']);
    for (const { ticket } of await again.entries()) await again.remove(ticket);
    expect(await texts(again)).toEqual([]);
    expect(await texts(again)).toEqual([]);
    await kept(again, 'later');
    expect(await texts(again)).toEqual(['later']);
  });

  it('[submission-facts.spool.kept] loses an entry that is damaged and no other one', async () => {
    const spool = await openSpool();
    for (const text of ['first', 'second', 'third']) await kept(spool, text);
    const file = await open(path, 'r+');
    await file.write(Buffer.from('S'), 0, 1, slotBytes + 40);
    await file.close();
    expect(await texts(await openSpool())).toEqual(['first', 'third']);
  });

  it('[submission-facts.spool.kept] reports when it is full, and has space again when an entry was removed', async () => {
    const spool = await openSpool();
    const large = await kept(spool, 'x'.repeat(255 * slotBytes - 100));
    await kept(spool, 'the last');
    expect(await spool.keep('one more')).toEqual({ kind: 'full' });
    await spool.remove(large);
    await kept(spool, 'one more');
    expect(await texts(spool)).toEqual(['one more', 'the last']);
  });

  it('[submission-facts.spool.kept] completes a file whose room was not given at once', async () => {
    const first = await openSpool();
    await kept(first, 'early');
    await first.close();
    await truncate(path, slotBytes + 17);
    const spool = await openSpool();
    expect(await texts(spool)).toEqual(['early']);
    expect((await readFile(path)).length).toBe(1024 * 1024);
  });

  it('[submission-facts.spool.kept] reports that it has no space, and finds it later', async () => {
    path = join(folder, 'not-there', 'answers.spool');
    const spool = await openSpool();
    expect(logged).toEqual(['answer-spool-without-room']);
    await expect(spool.keep('lost')).rejects.toThrow(/ENOENT/);
    await mkdir(join(folder, 'not-there'));
    await kept(spool, 'kept');
    expect(await texts(spool)).toEqual(['kept']);
  });

  it('[submission-facts.spool.kept] keeps simultaneous entries, each in its own slots', async () => {
    const spool = await openSpool();
    const many = Array.from({ length: 60 }, (_, index) => `answer ${index}`);
    await Promise.all(many.map((text) => kept(spool, text)));
    expect((await texts(spool)).toSorted()).toEqual(many.toSorted());
  });
});

describe('slots', () => {
  it('read back every entry at any position, and call no used slot free', () => {
    const position = fc.record({ text: fc.string({ maxLength: 9_000 }), gap: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(position, { maxLength: 6 }), (positions) => {
        const parts = positions.flatMap(({ text, gap }) => [
          Buffer.alloc(gap * slotBytes, 0x7b),
          encodeEntry(text).bytes,
        ]);
        const bytes = Buffer.concat(parts);
        const { entries, free } = readSlots(bytes);
        expect(entries.map(({ text }) => text)).toEqual(
          positions.map(({ text }) => Buffer.from(text).toString()),
        );
        const gaps = positions.reduce((sum, { gap }) => sum + gap, 0);
        expect(free.filter(Boolean)).toHaveLength(gaps);
        const room = findRoom(free, 1);
        expect(room === undefined).toBe(gaps === 0);
      }),
      { numRuns: 100 },
    );
  });
});
