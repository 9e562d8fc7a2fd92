import { createHash } from 'node:crypto';
import type { UpstreamHandle } from '@filmgate/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accepted, bytesOf, openResult, poll, search, submit } from '../support/calls.ts';
import { accountOf, type OpenMock, speed, waysToOpen } from '../support/open-mock.ts';
import { beginning } from '../support/open-world.ts';

/** Long enough for every job without tokens at the tests' speed. */
const untilDoneMs = 10_000 / speed;

describe.each(waysToOpen)('the mock $way', ({ open }) => {
  let mock: OpenMock;
  beforeEach(async () => {
    mock = await open();
  });
  afterEach(() => mock.close());

  describe('submissions', () => {
    it('[mock.ledger] are accepted once, answered and on the ledger', async () => {
      await accepted(mock, { prompt: 'a lighthouse' });
      const { jobs, ...counts } = await mock.ledger('lighthouse');
      const expected = { accepted: 1, running: 1, completed: 0, failed: 0, charged_credits: 1 };
      expect(counts).toEqual(expected);
      const job = { correlation_id: 'job-1.1', account: 'key-1', state: 'queued', answered: true };
      expect(jobs).toEqual([expect.objectContaining(job)]);
    });

    it.each(['lost-response', 'response=500', 'response=garbled'])(
      '[mock.lost-answers] %s: accepted and charged, and the caller knows nothing',
      async (token) => {
        const outcome = await submit(mock, { prompt: `a boat [[mock:${token}]]` });
        expect(outcome.kind).toBe('unknown');
        const view = await mock.ledger(token);
        expect(view).toMatchObject({
          accepted: 1,
          charged_credits: 1,
          jobs: [{ answered: false }],
        });
      },
    );

    it('[mock.lost-answers] response=hang: nothing comes until the caller gives up', async () => {
      const controller = new AbortController();
      const call = submit(
        mock,
        { prompt: '[[mock:response=hang]]' },
        { signal: controller.signal },
      );
      await expect.poll(async () => (await mock.ledger()).accepted).toBe(1);
      controller.abort();
      expect((await call).kind).toBe('unknown');
      expect(await mock.ledger()).toMatchObject({ accepted: 1, jobs: [{ answered: false }] });
    });

    it.each([
      [400, 'invalid', 'request', null],
      [401, 'login', 'account', null],
      [403, 'forbidden', 'account', null],
      [429, 'rate_limited', 'account', 2_000 / speed],
      [503, 'unavailable', 'endpoint', 2_000 / speed],
    ])('[mock.refuse] refuse=%d is proof of a refusal: %s, scope %s', async (status, ...error) => {
      const outcome = await submit(mock, { prompt: `[[mock:refuse=${status}]]` });
      const [kind, scope, retryAfterMs] = error;
      const expected = { kind, scope, retryAfterMs, charge: 'not-charged' };
      expect(outcome).toMatchObject({ kind: 'rejected', error: expected });
      expect((await mock.ledger()).accepted).toBe(0);
    });

    it('[mock.unknown-token] an unknown token is refused with the three nearest ones', async () => {
      const outcome = await submit(mock, { prompt: '[[mock:findable,lost-respnse]]' });
      expect(outcome).toMatchObject({ kind: 'rejected', error: { kind: 'invalid' } });
      if (outcome.kind !== 'rejected') return;
      expect(outcome.error.detail).toContain(
        'unknown token "lost-respnse" in prompt; did you mean lost-response, lost-request, ',
      );
      expect((await mock.ledger()).accepted).toBe(0);
    });

    it.each([
      ['expired login', { login: 'expired' }, { kind: 'login', scope: 'account' }],
      ['ban', { login: 'banned' }, { kind: 'forbidden', scope: 'account' }],
      ['want of credits', { credits: 0 }, { kind: 'credits', scope: 'account' }],
      ['want of slots', { concurrency: 0 }, { kind: 'concurrency', retryAfterMs: 100 }],
    ] as const)('[mock.accounts] are refused for %s', async (_why, settings, error) => {
      await mock.describeAccount('key-1', settings);
      expect(await submit(mock, {})).toMatchObject({ kind: 'rejected', error });
      expect((await submit(mock, {}, { key: 'key-2' })).kind).toBe('accepted');
      expect((await mock.ledger()).accepted).toBe(1);
    });

    it('[mock.accounts] are refused when too many come within the window', async () => {
      await mock.describeAccount('key-1', { rate: { submissions: 1, windowMs: 10_000 } });
      await accepted(mock, {});
      const error = { kind: 'rate_limited', scope: 'account', retryAfterMs: 10_000 / speed };
      expect(await submit(mock, {})).toMatchObject({ kind: 'rejected', error });
      mock.advance(10_000 / speed);
      await accepted(mock, {});
    });

    it('bring every reference whole', async () => {
      const files = new Map(
        [Buffer.from('one'), Buffer.alloc(3_000_000, 'two'), Buffer.alloc(0)].map((bytes) => [
          createHash('sha256').update(bytes).digest('hex'),
          bytes,
        ]),
      );
      const reference = { kind: 'image', role: 'reference_image', assetId: null } as const;
      const references = [...files].map(([sha256, { length: size }]) => {
        return { ...reference, sha256, size, contentType: 'image/png' };
      });
      const readAsset = async (sha256: string) => files.get(sha256) ?? Buffer.from('none');
      await accepted(mock, { references }, { readAsset });
      const [job] = (await mock.ledger()).jobs;
      expect(job?.references).toEqual(
        references.map(({ role, sha256, size }) => ({ role, sha256, size })),
      );
    });

    it('are refused when the bytes of a reference are not those of its digest', async () => {
      const reference = { kind: 'image', role: 'first_frame', assetId: null, size: 3 } as const;
      const references = [{ ...reference, sha256: '0'.repeat(64), contentType: 'image/png' }];
      const readAsset = async () => Buffer.from('one');
      const outcome = await submit(mock, { references }, { readAsset });
      expect(outcome).toMatchObject({ kind: 'rejected', error: { kind: 'invalid' } });
    });

    it('are not sent when a reference cannot be read', async () => {
      const reference = { kind: 'image', role: 'first_frame', assetId: null, size: 3 } as const;
      const references = [{ ...reference, sha256: '0'.repeat(64), contentType: 'image/png' }];
      const outcome = await submit(mock, { references });
      const error = { kind: 'internal', scope: 'request', charge: 'not-charged' };
      expect(outcome).toMatchObject({ kind: 'rejected', error });
      expect((await mock.ledger()).accepted).toBe(0);
    });

    it.each([
      ['after their deadline', () => ({ deadlineAt: mock.now() })],
      ['when they are given up before', () => ({ signal: AbortSignal.abort() })],
    ])('are not sent %s', async (_when, wish) => {
      expect(await submit(mock, {}, wish())).toMatchObject({ kind: 'rejected' });
      expect((await mock.ledger()).accepted).toBe(0);
    });
  });

  describe('reads', () => {
    it('[mock.timing] follow the times of the tokens, scaled, to the finished job', async () => {
      const handle = await accepted(mock, { prompt: '[[mock:queue=1s,run=2s]]' });
      expect(await poll(mock, handle)).toMatchObject({ kind: 'pending', progress: 0 });
      mock.advance(1_000 / speed + 1_000 / speed);
      expect(await poll(mock, handle)).toMatchObject({ kind: 'pending', progress: 50 });
      mock.advance(1_000 / speed - 1);
      expect(await poll(mock, handle)).toMatchObject({ kind: 'pending', progress: 99 });
      mock.advance(1);
      expect(await poll(mock, handle)).toMatchObject({ kind: 'succeeded' });
    });

    it.each(['policy', 'internal', 'credits'])(
      '[mock.fail] fail=%s ends the job, uncharged',
      async (kind) => {
        const handle = await accepted(mock, { prompt: `[[mock:fail=${kind}]]` });
        expect((await mock.ledger()).charged_credits).toBe(1);
        mock.advance(untilDoneMs);
        const error = { kind, scope: 'request', charge: 'not-charged' };
        expect(await poll(mock, handle)).toMatchObject({ kind: 'failed', error });
        expect(await mock.ledger()).toMatchObject({ accepted: 1, failed: 1, charged_credits: 0 });
      },
    );

    it('[mock.bad-reads] reads disturbs the first reads', async () => {
      const handle = await accepted(mock, { prompt: '[[mock:reads=404:3]]' });
      const kinds: string[] = [];
      for (let read = 0; read < 6; read += 1) kinds.push((await poll(mock, handle)).kind);
      expect(kinds).toEqual(['lost', 'lost', 'lost', 'pending', 'pending', 'pending']);
    });

    it('[mock.bad-reads] unknown-state lasts until the job ends', async () => {
      const handle = await accepted(mock, { prompt: '[[mock:unknown-state]]' });
      expect((await poll(mock, handle)).kind).toBe('transient');
      mock.advance(untilDoneMs);
      expect((await poll(mock, handle)).kind).toBe('succeeded');
    });

    it('of another account and of no job at all look the same', async () => {
      const handle = await accepted(mock, {});
      expect(await poll(mock, handle, 'key-2')).toEqual({ kind: 'lost' });
      expect(await poll(mock, { version: 1, value: { id: 'gen_0' } })).toEqual({ kind: 'lost' });
      expect(await poll(mock, { version: 1, value: { id: '../account' } })).toEqual({
        kind: 'lost',
      });
    });

    it('[mock.accounts] tell the account its credits, or that its login is over', async () => {
      const probe = (key: string) => {
        return mock.client.probe?.({
          account: accountOf(key),
          signal: new AbortController().signal,
        });
      };
      await mock.describeAccount('key-1', { credits: 20 });
      await accepted(mock, {});
      expect(await probe('key-1')).toEqual({ kind: 'ready', credits: 19 });
      expect(await probe('expired-key')).toMatchObject({ kind: 'login-required' });
      expect(await probe('banned-key')).toMatchObject({ kind: 'unreadable' });
    });
  });

  describe('searches', () => {
    it('[mock.findable] find a findable job from five seconds after, for its account', async () => {
      await submit(mock, { prompt: '[[mock:findable,lost-response]]' });
      mock.advance(5_000 / speed - 1);
      expect(await search(mock)).toMatchObject({ kind: 'transient' });
      mock.advance(1);
      const outcome = await search(mock);
      const [job] = (await mock.ledger()).jobs;
      expect(outcome).toEqual({ kind: 'found', handle: { version: 1, value: { id: job?.id } } });
      const nothing = { kind: 'transient', isEmpty: true };
      expect(await search(mock, { key: 'key-2' })).toMatchObject(nothing);
      expect(await search(mock, { correlationId: 'job-1.10' })).toMatchObject(nothing);
    });

    it('[mock.findable] without the token the upstream cannot be asked about what it accepted', async () => {
      await submit(mock, { prompt: '[[mock:lost-response]]' });
      mock.advance(3_600_000);
      expect(await search(mock)).toEqual({ kind: 'cannot-ask' });
    });
  });

  describe('results', () => {
    const finished = async (prompt: string, given = {}) => {
      const handle = await accepted(mock, { prompt, ...given });
      mock.advance(untilDoneMs);
      return handle;
    };

    it('[mock.video] are whole, announced by length and type, and the same at each reading', async () => {
      const handle = await finished('a lighthouse');
      const [first, second] = [await openResult(mock, handle), await openResult(mock, handle)];
      const bytes = await bytesOf(first);
      expect(first).toMatchObject({ length: bytes.length, contentType: 'video/mp4' });
      expect((await bytesOf(second)).equals(bytes)).toBe(true);
      expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
    });

    it('are PNG for images, and said to be images', async () => {
      const image = { mediaType: 'image', durationSeconds: null, resolution: '1k' } as const;
      const handle = await finished('a lighthouse', image);
      expect(await poll(mock, handle)).toMatchObject({ output: { mediaType: 'image' } });
      const result = await openResult(mock, handle);
      expect(result).toMatchObject({ contentType: 'image/png' });
      expect((await bytesOf(result)).toString('latin1', 1, 4)).toBe('PNG');
    });

    it('[mock.bad-results] url-403 refuses the first readings', async () => {
      const handle = await finished('[[mock:url-403=2]]');
      const kinds: string[] = [];
      for (let read = 0; read < 3; read += 1) {
        const outcome = await openResult(mock, handle);
        kinds.push(outcome.kind);
        if (outcome.kind === 'opened') await bytesOf(outcome);
      }
      expect(kinds).toEqual(['unavailable', 'unavailable', 'opened']);
    });

    it('[mock.bad-results] html-body is a page where a video should be', async () => {
      const result = await openResult(mock, await finished('[[mock:html-body]]'));
      expect(result).toMatchObject({ contentType: 'text/html' });
      expect((await bytesOf(result)).toString()).toContain('<h1>Please sign in</h1>');
    });

    it('[mock.bad-results] truncate, no-moov and wrong-duration arrive as they were made', async () => {
      const whole = await bytesOf(await openResult(mock, await finished('a boat')));
      const part = await openResult(mock, await finished('a boat [[mock:truncate=10%]]'));
      const bytes = await bytesOf(part);
      expect(part).toMatchObject({ kind: 'opened', length: bytes.length });
      expect(bytes.length).toBeLessThan(whole.length / 5);
      const headless = await bytesOf(await openResult(mock, await finished('[[mock:no-moov]]')));
      expect(headless.includes('moov')).toBe(false);
      const long = await bytesOf(await openResult(mock, await finished('[[mock:wrong-duration]]')));
      expect(long.length).toBeGreaterThan(whole.length);
    });

    it('are not there before the job has ended', async () => {
      const handle = await accepted(mock, {});
      const [job] = (await mock.ledger()).jobs;
      const value = { kind: 'own', at: `/v1/results/${job?.id}` };
      const result = await mock.client.openResult({
        account: accountOf('key-1'),
        handle,
        output: { mediaType: 'video', value },
        signal: new AbortController().signal,
      });
      expect(result).toMatchObject({ kind: 'gone' });
    });

    const resumed = async (handle: UpstreamHandle, offset: number, validator: string) => {
      const outcome = await poll(mock, handle);
      if (outcome.kind !== 'succeeded') throw new Error(`the job is ${outcome.kind}`);
      const call = { account: accountOf('key-1'), handle, output: outcome.output };
      const signal = new AbortController().signal;
      return mock.client.openResult({ ...call, signal, resume: { offset, validator } });
    };

    it('[mock.ranges] go on from an offset while they are the same, and start over when they are not', async () => {
      const handle = await finished('a lighthouse');
      const first = await openResult(mock, handle);
      const whole = await bytesOf(first);
      const validator = first.kind === 'opened' ? (first.validator ?? '') : '';
      const rest = await resumed(handle, 1_000, validator);
      expect(rest).toMatchObject({ startsAt: 1_000, length: whole.length, validator });
      expect((await bytesOf(rest)).equals(whole.subarray(1_000))).toBe(true);
      const other = await resumed(handle, 1_000, '"other"');
      expect(other).toMatchObject({ startsAt: 0, length: whole.length });
      expect((await bytesOf(other)).equals(whole)).toBe(true);
      expect(await resumed(handle, whole.length, validator)).toMatchObject({ kind: 'unavailable' });
    });

    it('[mock.bad-results] result-down resets every connection until the time is over', async () => {
      const handle = await finished('[[mock:run=1s,queue=0s,result-down=1h]]');
      await expect(openResult(mock, handle)).rejects.toThrow();
      mock.advance(3_600_000 / speed);
      expect(await openResult(mock, handle)).toMatchObject({ kind: 'opened' });
    });

    it('[mock.bad-results] result-cut breaks off half-way, so many times', async () => {
      const handle = await finished('[[mock:result-cut=1]]');
      await expect(openResult(mock, handle).then(bytesOf)).rejects.toThrow();
      const whole = await openResult(mock, handle);
      expect(whole).toMatchObject({ length: (await bytesOf(whole)).length });
    });

    it('[mock.bad-results] result-gone is said by the provider itself; result-kept says until when', async () => {
      const handle = await finished('[[mock:run=1s,queue=0s,result-gone,result-kept=1h]]');
      expect(await openResult(mock, handle)).toMatchObject({ kind: 'gone' });
      const kept = beginning + (1_000 + 3_600_000) / speed;
      expect(await poll(mock, handle)).toMatchObject({ output: { keptUntil: kept } });
    });
  });
});

describe('both ways', () => {
  it('[mock.ledger] [mock.video] lead to the same ledger and the same bytes', async () => {
    const tales = await Promise.all(
      waysToOpen.map(async ({ open }) => {
        const mock = await open();
        const handle = await accepted(mock, { prompt: 'a lighthouse' });
        await submit(mock, { prompt: '[[mock:lost-response]]' }, { correlationId: 'job-2.1' });
        mock.advance(untilDoneMs);
        const bytes = await bytesOf(await openResult(mock, handle));
        const ledger = await mock.ledger();
        await mock.close();
        return { ledger, digest: createHash('sha256').update(bytes).digest('hex') };
      }),
    );
    expect(tales[0]).toEqual(tales[1]);
  });
});
