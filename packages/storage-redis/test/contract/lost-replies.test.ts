import { randomUUID } from 'node:crypto';
import {
  type ConformanceRunner,
  type StorageHarness,
  storageConformance,
} from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { type KeyWatch, watchKeys } from '../support/watch-keys.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** Number of scripts between two cuts of the connection, each in place of the reply to a script that has run. */
const everyNth = 31;

let server: RedisServer;
let proxy: TcpProxy;
let keyWatch: KeyWatch;
let isFirst = true;

beforeAll(async () => {
  server = await startRedisServer();
  proxy = await startTcpProxy(server.port);
  proxy.loseEvery('evalsha', everyNth);
  keyWatch = await watchKeys(server);
});

afterAll(async () => {
  keyWatch.end();
  await proxy.close();
  await server.stop();
});

/** A new, empty store, reached over a network that loses replies. */
async function harness(): Promise<StorageHarness> {
  const prefix = `lossy-${randomUUID()}`;
  const opened = new Set<StorageBundle>();
  const open = async () => {
    const bundle = await createRedisStorage({ url: proxy.url, prefix, reconnectAfterMs: 1 });
    opened.add(bundle);
    return bundle;
  };
  return {
    bundle: await open(),
    another: open,
    reopen: open,
    dispose: async () => {
      for (const bundle of opened) await bundle.close();
    },
  };
}

const vitest = { describe, it };

/** The first law of each group represents the others. */
const runner: ConformanceRunner = {
  describe: (group, laws) => {
    vitest.describe(group, () => {
      isFirst = true;
      laws();
    });
  },
  it: (law, holds, timeout) => {
    const tags = isFirst ? 'sampled' : 'long';
    vitest.it(law, { tags, ...(timeout !== undefined && { timeout }) }, holds);
    isFirst = false;
  },
};

describe('[redis.unanswered.reread] every law holds although replies are lost after each script has run', () => {
  storageConformance({ runner, open: harness, model: { runs: 1 } });

  it('and they were lost', { tags: 'sampled' }, () => {
    expect(proxy.lost()).toBeGreaterThan(50);
  });

  it('[redis.scripts.declared-keys] no script touched a key it had not named, nor one without the tag of its store', {
    tags: 'sampled',
  }, () => {
    expect(keyWatch.seen()).toBeGreaterThan(10_000);
    expect(keyWatch.undeclared()).toEqual([]);
  });
});
