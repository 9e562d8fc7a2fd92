import type { JsonValue, PreparedSubmission, UpstreamClient, UpstreamHandle } from '@filmgate/core';
import { createTaskProvider, type PreparedCall, type Transport } from '@filmgate/upstream-http';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type DescribedProvider,
  describedProviders,
} from '../../support/personalities/described-providers.ts';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import { readLedger } from '../../support/read-ledger.ts';
import { sampleRequest } from '../../support/sample-request.ts';

/**
 * Submissions to one key, in their order, all of the same prompt, model and parameters. `answered`, `lost` and
 * `never-sent` are ours: the last two look the same to us. `foreign` is of another Filmgate on the same key,
 * `unmarked` of a program that sends no mark.
 */
const kinds = ['answered', 'lost', 'never-sent', 'foreign', 'unmarked'] as const;
type Kind = (typeof kinds)[number];

const isForeign = (kind: Kind): boolean => kind === 'foreign' || kind === 'unmarked';
const isUnanswered = (kind: Kind): boolean => kind === 'lost' || kind === 'never-sent';

const anyCase = fc
  .array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 4 })
  .filter((all) => all.some(isUnanswered));

/** Sends to the mock of this process; a submission can be lost on either way. */
class Line implements Transport {
  loses: 'nothing' | 'request' | 'response' = 'nothing';
  readonly #server: PersonalityServer;
  readonly #base: string;

  constructor(server: PersonalityServer, base: string) {
    this.#server = server;
    this.#base = server.url + base;
  }

  async send({ method, path, headers, body }: Parameters<Transport['send']>[0]) {
    const isSubmission = method === 'POST';
    if (isSubmission && this.loses === 'request') throw new Error('reset');
    const response = await this.#server.fetch(this.#base + path, { method, headers, body });
    if (isSubmission && this.loses === 'response') throw new Error('reset');
    const text = new Uint8Array(await response.arrayBuffer());
    return {
      status: response.status,
      contentType: response.headers.get('content-type'),
      ...{ contentEncoding: null, contentLength: null, etag: null, contentRange: null },
      retryAfter: null,
      body: (async function* () {
        yield text;
      })(),
    };
  }
}

interface Sent {
  readonly kind: Kind;
  readonly correlationId: string;
  readonly submission: PreparedSubmission;
  readonly sentBetween: { readonly from: number; readonly to: number };
  /** Of an answered one. */
  readonly handle: UpstreamHandle | null;
  /** Id of the job that the mock accepted; null = none. */
  readonly job: string | null;
}

/** A wire with some submissions on one key. */
class SharedKey {
  readonly sent: Sent[] = [];
  readonly #client: UpstreamClient;
  readonly #account;
  readonly #line: Line;
  readonly #server: PersonalityServer;
  readonly #prompt: string;
  readonly #provider: DescribedProvider;

  constructor(provider: DescribedProvider, server: PersonalityServer, number: number) {
    this.#provider = provider;
    this.#server = server;
    this.#line = new Line(server, provider.base);
    this.#prompt = `case ${number} [[mock:queue=0s,run=0s]]`;
    this.#account = { id: 'account-1', label: 'studio', secret: provider.secret };
    this.#client = createTaskProvider(provider.description, {
      endpoint: { id: 'place-1', baseUrl: server.url, resultHosts: [], isConfigured: true },
      transport: this.#line,
      openUrl: () => Promise.reject(new Error('no result is opened')),
      now: () => server.now(),
    });
  }

  async submit(kind: Kind, correlationId: string): Promise<void> {
    const account = this.#account;
    const submission = this.#prepare(kind, correlationId);
    const loss = { lost: 'response', 'never-sent': 'request' } as const;
    this.#line.loses = kind === 'lost' || kind === 'never-sent' ? loss[kind] : 'nothing';
    const now = this.#server.now();
    const outcome = await this.#client.submit({
      ...{ account, submission, correlationId, deadlineAt: now + 60_000, signal },
      readAsset: () => Promise.reject(new Error('there are no assets')),
    });
    expect(outcome.kind).toBe(isUnanswered(kind) ? 'unknown' : 'accepted');
    const job = kind === 'never-sent' ? null : await this.#newJob();
    const handle = outcome.kind === 'accepted' ? outcome.handle : null;
    const sentBetween = { from: now - 2_000, to: now + 2_000 };
    this.sent.push({ kind, correlationId, submission, sentBetween, handle, job });
  }

  /** Searches one of ours, knowing the handles and the other unanswered submissions of ours. */
  async find(sought: Sent, exclusive: boolean) {
    const ours = this.sent.filter(({ kind }) => !isForeign(kind));
    const owned = ours.flatMap(({ handle }) => (handle === null ? [] : [textOf(handle.value)]));
    const { submission, correlationId, sentBetween } = sought;
    return await this.#client.reconcile?.({
      ...{ account: this.#account, exclusive, submission, correlationId, sentBetween, signal },
      isOwned: async (handle) => owned.includes(textOf(handle.value)),
      unanswered: async () => ours.filter((one) => isUnanswered(one.kind) && one !== sought),
    });
  }

  #prepare(kind: Kind, correlationId: string): PreparedSubmission {
    const { model, request: special, description } = this.#provider;
    const request = sampleRequest({ ...special, prompt: this.#prompt });
    const prepared = this.#client.prepare({
      ...{ request, account: this.#account, correlationId, noticeUrl: null },
      route: { endpoint: 'place-1', model, rank: 1 },
    });
    const { find: rule } = description;
    const mark = rule?.kind === 'list' ? rule.mark?.of(callIn(prepared)) : correlationId;
    const text = JSON.stringify(prepared.value, (_, value: unknown) =>
      kind === 'unmarked' && value === mark ? undefined : value,
    );
    return { ...prepared, value: JSON.parse(text) };
  }

  /** Id of the job that the mock accepted last. */
  async #newJob(): Promise<string> {
    const contains = encodeURIComponent(this.#prompt);
    const view = await this.#server.fetch(`${this.#server.url}/_mock/ledger?contains=${contains}`);
    const known = this.sent.map(({ job }) => job);
    const accepted = readLedger(await view.json()).jobs.filter(({ id }) => !known.includes(id));
    expect(accepted).toHaveLength(1);
    return accepted[0]?.id ?? '';
  }
}

const { signal } = new AbortController();

function textOf(value: JsonValue): string {
  return JSON.stringify(value);
}

function callIn({ value }: PreparedSubmission): PreparedCall {
  return z.custom<PreparedCall>().parse(value);
}

/** Cases of one mock, whose lists and ledger are read often: a longer one takes longer to read. */
const casesAtOnce = 40;

/** Examines each search of each case, and counts the lost ones and the found ones. */
async function examine(provider: DescribedProvider, cases: readonly (readonly Kind[])[]) {
  const seen = { unanswered: 0, lost: 0, found: 0, wrong: [] as string[] };
  for (let first = 0; first < cases.length; first += casesAtOnce) {
    const server = await openPersonalityServer();
    for (const [index, all] of cases.slice(first, first + casesAtOnce).entries()) {
      server.advance(3_600_000);
      const key = new SharedKey(provider, server, first + index);
      for (const [order, kind] of all.entries())
        await key.submit(kind, `vt_case${first + index}.${order}`);
      for (const sought of key.sent.filter(({ kind }) => isUnanswered(kind)))
        await search(key, sought, !all.some(isForeign));
    }
    await server.close();
  }
  return seen;

  async function search(key: SharedKey, sought: Sent, isAlone: boolean): Promise<void> {
    seen.unanswered += 1;
    seen.lost += sought.job === null ? 0 : 1;
    for (const exclusive of isAlone ? [false, true] : [false]) {
      const outcome = await key.find(sought, exclusive);
      if (outcome?.kind !== 'found') continue;
      if (exclusive === isAlone) seen.found += 1;
      const isOwn = sought.job !== null && textOf(outcome.handle.value).includes(sought.job);
      if (!isOwn) seen.wrong.push(JSON.stringify([sought.kind, key.sent.map(({ kind }) => kind)]));
    }
  }
}

function randomCases(count: number): readonly (readonly Kind[])[] {
  return fc.sample(anyCase, { seed: 32, numRuns: count });
}

const searchable = describedProviders.filter(({ description }) => description.find !== undefined);

/** Number of settings, such as models with and without a mark, that share the cases of a wire. */
function settingsOf({ base }: DescribedProvider): number {
  const listed = searchable.filter(({ description }) => description.find?.kind === 'list');
  return listed.filter((one) => one.base === base).length;
}

describe.each(searchable)('a shared key of $name', (provider) => {
  const rule = provider.description.find;
  const isNamed = rule?.kind === 'own-id' || (rule?.mark !== undefined && !provider.isUnmarked);

  it('[providers.port.uniqueness] adopts in sixty sets of tasks none that a submission did not make', () =>
    verify(60));
  it(
    '[providers.port.uniqueness] adopts in thousands of sets none that a submission did not make',
    {
      tags: 'long',
      timeout: 300_000,
    },
    () => verify(rule?.kind === 'list' ? 10_000 / settingsOf(provider) : 1_000),
  );

  async function verify(count: number): Promise<void> {
    const seen = await examine(provider, randomCases(count));
    expect(seen.wrong).toEqual([]);
    expect(seen.lost).toBeGreaterThan(count / 3);
    if (isNamed) expect(seen.found).toBe(seen.lost);
    else expect(seen.found).toBeGreaterThan(0);
  }
});
