import { createMemoryBlobs } from '@filmgate/conformance';
import { defaultCatalog, defaultGatewayOptions, StorageUnavailable } from '@filmgate/core';
import { expect, it } from 'vitest';
import { isThere, keep, openRetentionWorld } from '../../test/support/retention-world.ts';
import { bringResponses } from './bring-responses.ts';

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
  await clock.advance(6_000);
  await bringResponses(failing, options);
  expect(logged).toEqual(['spooled-results-wait']);
  await bringResponses(ports, options);
  expect(await there()).toEqual([
    [false, false],
    [true, true],
  ]);
});
