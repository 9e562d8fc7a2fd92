import {
  createManualClock,
  createMemoryBlobs,
  createMemoryStorage,
  createSeededIds,
  trustMedia,
} from '@filmgate/conformance';
import {
  type AcceptCommand,
  type AcceptResult,
  createGateway,
  defaultCatalog,
  defaultGatewayOptions,
  type Gateway,
  type ModelCatalog,
} from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createDigest } from '../../src/index.ts';
import { sniffMediaType } from '../../src/media/sniff-media-type.ts';
import { createScriptedUpstream } from '../support/scripted-upstream.ts';

const idempotency = { scope: 'user:one/films', key: 'key-1' };

/** A gateway inside another program, whose catalog changes while it runs. */
function embedded(): { readonly gateway: Gateway; offer(catalog: ModelCatalog): void } {
  const clock = createManualClock();
  let offered: ModelCatalog = defaultCatalog;
  const gateway = createGateway(
    {
      storage: createMemoryStorage(),
      assetBlobs: createMemoryBlobs(),
      resultBlobs: createMemoryBlobs(),
      upstreams: new Map([['mock', createScriptedUpstream(() => clock.now()).client]]),
      clock,
      ids: createSeededIds(1),
      digest: createDigest(),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      fetchReference: () => Promise.reject(new Error('nothing is fetched for a known key')),
      sniffMedia: sniffMediaType,
      inspectMedia: trustMedia,
      openSecret: () => null,
    },
    { ...defaultGatewayOptions, catalog: () => offered },
  );
  return { gateway, offer: (catalog) => void (offered = catalog) };
}

function command(jobId: string, change: Partial<AcceptCommand> = {}): AcceptCommand {
  return {
    owner: 'user:one',
    surface: 'films',
    jobId,
    idempotency,
    content: { prompt: 'a cat', model: 'std-2.0' },
    draft: {
      model: 'vm_std-2.0',
      family: 'vm_std-2.0',
      mediaType: 'video',
      prompt: 'a cat',
      negativePrompt: null,
      durationSeconds: 5,
      aspectRatio: '16:9',
      aspectSource: 'default',
      resolution: '720p',
      generateAudio: false,
      references: [],
    },
    warnings: [],
    whenAccountUnavailable: 'await-configuration',
    ...change,
  };
}

const others = defaultCatalog.families.filter(({ id }) => id !== 'vm_std-2.0');
const idOf = (result: AcceptResult) =>
  result.kind === 'accepted' || result.kind === 'replayed' ? result.job.id : undefined;

describe('a creation whose key is known', () => {
  it('[idempotency.survives-catalog] gets its job though its model is on offer no more, with references too', async () => {
    const { gateway, offer } = embedded();
    expect(idOf(await gateway.accept(command('vt_1')))).toBe('vt_1');
    offer({ families: others, aliases: {} });
    const repeated = await gateway.accept(command('vt_2'));
    expect([repeated.kind, idOf(repeated)]).toEqual(['replayed', 'vt_1']);
    const { draft } = command('');
    const source = { kind: 'url', url: 'https://a.example/b.png' } as const;
    const references = [
      { param: 'images[0]', kind: 'image', role: 'first_frame', source },
    ] as const;
    const withImage = command('vt_3', { draft: { ...draft, references } });
    expect(idOf(await gateway.accept(withImage))).toBe('vt_1');
  });

  it('[idempotency.conflict] is a conflict with another content, and refused by the catalog under another key', async () => {
    const { gateway, offer } = embedded();
    await gateway.accept(command('vt_1'));
    offer({ families: others, aliases: {} });
    const content = { prompt: 'a dog', model: 'std-2.0' };
    expect((await gateway.accept(command('vt_2', { content }))).kind).toBe('key-conflict');
    const fresh = { ...idempotency, key: 'key-2' };
    expect((await gateway.accept(command('vt_3', { idempotency: fresh }))).kind).toBe(
      'invalid-request',
    );
  });

  it('[idempotency.content-aliases][idempotency.concurrent-firsts] under several names of its model at once leads to one job', async () => {
    const { gateway } = embedded();
    const names = ['std-2.0', 'vm_std-2.0', 'std-2.5'];
    const results = await Promise.all(
      names.map((model, index) =>
        gateway.accept(command(`vt_${index}`, { content: { prompt: 'a cat', model } })),
      ),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual([
      'accepted',
      'replayed',
      'replayed',
    ]);
    expect(new Set(results.map(idOf)).size).toBe(1);
  });
});

describe('the question after a key alone', () => {
  it('[idempotency.survives-catalog] is answered with its job, the conflict, or that it is free', async () => {
    const { gateway, offer } = embedded();
    const { content } = command('vt_1');
    expect(await gateway.replay({ idempotency, content })).toEqual({ kind: 'key-free' });
    await gateway.accept(command('vt_1'));
    offer({ families: others, aliases: {} });
    expect(await gateway.replay({ idempotency, content })).toMatchObject({
      kind: 'replayed',
      job: { id: 'vt_1' },
    });
    expect(await gateway.replay({ idempotency, content: {} })).toEqual({ kind: 'key-conflict' });
    expect(await gateway.replay({ idempotency: null, content })).toEqual({ kind: 'key-free' });
  });

  it.each([
    [{ idempotency: { scope: '', key: 'k' }, content: {} }, 'idempotency.scope'],
    [{ idempotency, content: undefined }, 'content'],
    [{ idempotency, content: { a: 'x'.repeat(5_000_000) } }, 'content.a'],
  ])('[accepted.never-throws] is refused where it cannot be read', async (given, param) => {
    const asked: unknown = given;
    const { gateway } = embedded();
    expect(await Reflect.apply(gateway.replay, gateway, [asked])).toMatchObject({
      kind: 'invalid-request',
      param,
    });
  });
});
