import { describe, expect, test } from 'vitest';
import { GuardedFetchError } from '../../src/guarded-fetch/guarded-fetch-refusal.ts';
import {
  createOpenGuarded,
  type GuardedFetchOptions,
  type OpenedResponse,
} from '../../src/guarded-fetch/open-guarded.ts';
import { optionsFor, rawSite, type Site, site } from '../support/site.ts';

describe('the streaming form', () => {
  async function open(
    where: Site,
    changes: Partial<GuardedFetchOptions> = {},
  ): Promise<OpenedResponse> {
    const opened = await createOpenGuarded(optionsFor(where.port, changes))(where.url);
    if (opened.kind === 'refused') throw new Error(opened.message);
    return opened;
  }

  async function readAll(body: AsyncIterable<Uint8Array>): Promise<number> {
    let total = 0;
    for await (const chunk of body) total += chunk.length;
    return total;
  }

  test('returns the announced facts, then the bytes', async () => {
    const where = await site((_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 70_000 });
      response.end(new Uint8Array(70_000));
    });
    const opened = await open(where);
    expect([opened.contentType, opened.contentLength]).toEqual(['video/mp4', 70_000]);
    expect(await readAll(opened.body)).toBe(70_000);
    await where.allClosed();
  });

  test('throws the refusal when the body ends early, stalls or is too much', async () => {
    const cases = [
      {
        where: await rawSite('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf', 'close'),
        reason: 'interrupted',
        changes: {},
      },
      {
        where: await rawSite('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf', 'leave-open'),
        reason: 'timed-out',
        changes: { idleTimeoutMs: 2_000 },
      },
      {
        where: await site((_, response) => response.write('x'.repeat(2000))),
        reason: 'too-large',
        changes: { maxBytes: 1000 },
      },
    ];
    for (const { where, reason, changes } of cases) {
      const failure = await readAll((await open(where, changes)).body).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(GuardedFetchError);
      expect(failure).toMatchObject({ refusal: { kind: 'refused', reason } });
      await where.allClosed();
    }
  });

  test('closes the connection when the reader leaves early, or never reads', async () => {
    const where = await site((_, response) => {
      response.write('some');
    });
    for await (const chunk of (await open(where)).body) {
      expect(chunk.length).toBe(4);
      break;
    }
    await where.allClosed();
    await (await open(where)).close();
    await where.allClosed();
    await open(where, { timeoutMs: 2_000 });
    await where.allClosed();
    expect(where.connections()).toBe(3);
  });

  test('holds the sender back while the reader is slow', async () => {
    let sent = 0;
    const where = await site((_, response) => {
      const more = (): void => {
        while (
          !response.destroyed &&
          sent < 200_000_000 &&
          response.write(new Uint8Array(64 * 1024))
        )
          sent += 64 * 1024;
        response.once('drain', more);
      };
      more();
    });
    const opened = await open(where, { maxBytes: 1_000_000_000 });
    const iterator = opened.body[Symbol.asyncIterator]();
    await iterator.next();
    let before = -1;
    while (before !== sent) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(sent).toBeLessThan(50_000_000);
    await iterator.return?.();
    await where.allClosed();
  });
});
