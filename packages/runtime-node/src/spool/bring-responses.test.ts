import { createMemoryBlobs } from '@filmgate/conformance';
import { defaultCatalog, defaultGatewayOptions, StorageUnavailable } from '@filmgate/core';
import { expect, it } from 'vitest';
import { isThere, keep, openRetentionWorld } from '../../test/support/retention-world.ts';
import { bringResponses, createResponseBringing } from './bring-responses.ts';

const options = { ...defaultGatewayOptions, catalog: () => defaultCatalog };

it('[providers.images.spooled] files in the spool wait for a result store that fails, and then go there', async () => {
  const { clock, ports: given } = openRetentionWorld();
  const resultSpool = createMemoryBlobs({ now: () => clock.now() });
  const logged: string[] = [];
  const log = { ...given.log, warn: (event: string) => void logged.push(event) };
  const ports = { ...given, log, resultSpool };
  const fails = async () => {
    throw new StorageUnavailable('It is full.', { applied: 'no' });
  };
  const failing = { ...ports, resultBlobs: { ...ports.resultBlobs, stage: fails } };
  const files = [await keep(resultSpool, 'one'), await keep(resultSpool, 'other')];
  const there = async () => {
    const stores = [resultSpool, ports.resultBlobs];
    return await Promise.all(
      stores.map((store) => Promise.all(files.map((sha256) => isThere(store, sha256)))),
    );
  };
  await bringResponses(ports, options);
  expect(await there()).toEqual([
    [true, true],
    [false, false],
  ]);
  await clock.advance(600_001);
  await bringResponses(failing, options);
  expect(logged).toEqual(['spooled-results-wait']);
  await bringResponses(ports, options);
  expect(await there()).toEqual([
    [false, false],
    [true, true],
  ]);
});

it('[providers.images.spooled] a file that changed, or cannot be read, stays in the spool, and those behind it are brought', async () => {
  const { clock, ports } = openRetentionWorld();
  const spool = createMemoryBlobs({ now: () => clock.now() });
  const texts = ['one', 'two', 'three', 'four'];
  const files = await Promise.all(texts.map((text) => keep(spool, text)));
  const [unread, changed, ...whole] = files.toSorted();
  const bytes = new TextEncoder().encode('other bytes');
  const readInto = async (target: Uint8Array, position: number) => {
    target.set(bytes.subarray(position));
    return target.length;
  };
  const open = spool.open.bind(spool);
  spool.open = async (sha256) => {
    if (sha256 === unread) throw new Error('It cannot be read.');
    if (sha256 !== changed) return await open(sha256);
    return { size: bytes.length, readInto, close: async () => undefined };
  };
  const logged: [string, unknown][] = [];
  const error = (event: string, _: unknown, facts?: object) => void logged.push([event, facts]);
  await clock.advance(3_600_000);
  await bringResponses({ ...ports, log: { ...ports.log, error }, resultSpool: spool }, options);
  const left = { writtenBefore: clock.now() + 1, after: null, limit: 9 };
  expect(await spool.sweepCandidates(left)).toEqual([unread, changed]);
  expect(await ports.resultBlobs.sweepCandidates(left)).toEqual(whole);
  expect(logged).toEqual([
    ['spooled-result-changed', { sha256: changed, size: bytes.length }],
    ['spooled-results-wait', undefined],
  ]);
});

it('[providers.images.spooled] a file that takes a minute to write is not removed meanwhile', async () => {
  const { clock, ports } = openRetentionWorld();
  const resultSpool = createMemoryBlobs({ now: () => clock.now() });
  const source = (async function* pieces() {
    yield new Uint8Array(1);
  })();
  const staged = await resultSpool.stage({ source, maxBytes: 1, expectedBytes: 1 });
  if (staged.kind !== 'staged') throw new Error(staged.kind);
  await clock.advance(60_000);
  await bringResponses({ ...ports, resultSpool }, options);
  await resultSpool.commit(staged.blob);
  expect(await isThere(resultSpool, staged.blob.sha256)).toBe(true);
});

it('[providers.images.spooled] a file that stays is tried ever more rarely, at last every ten minutes', async () => {
  const { clock, ports } = openRetentionWorld();
  const resultSpool = createMemoryBlobs({ now: () => clock.now() });
  await keep(resultSpool, 'one');
  let tries = 0;
  resultSpool.open = async () => {
    tries += 1;
    throw new Error('It cannot be read.');
  };
  await clock.advance(3_600_000);
  const bringing = createResponseBringing({ ...ports, resultSpool }, options);
  bringing.start();
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5_000) await clock.advance(5_000);
  };
  await pass(600_000);
  expect(tries).toBeGreaterThan(4);
  expect(tries).toBeLessThan(9);
  const before = tries;
  await pass(3_600_000);
  expect(tries - before).toBeLessThanOrEqual(7);
  await Promise.all([bringing.stop(), clock.advance(5_000)]);
});
