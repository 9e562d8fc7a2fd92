import type { ApiUser } from '@filmgate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findApiUsers } from './find-api-users.ts';

const users: readonly ApiUser[] = Array.from({ length: 450 }, (_, index) => ({
  id: `us_${String(index).padStart(4, '0')}`,
  name: index % 100 === 7 ? `Render Farm ${index}` : `Client ${index}`,
  enabled: true,
  keyHint: `fg_user_…x${index}`,
  usage: { used: 0, reserved: 0, held: 0, limit: null },
  maxOpenJobs: null,
  maxRequestsPerMinute: null,
  createdAt: index,
  lastUsedAt: null,
  erasure: null,
}));

const store = {
  list: async ({ after, limit }: { readonly after: string | null; readonly limit: number }) => {
    const start = after === null ? 0 : users.findIndex(({ id }) => id === after) + 1;
    return users.slice(start, start + limit);
  },
};

const find = async (text: string, after: string | null = null, limit = 10) => {
  const found = await findApiUsers(store, { text, after, limit });
  return found.kind === 'found' ? found.users.map(({ id }) => id) : found.kind;
};

describe('finding API users', () => {
  it('[admin.api-users.newest-first] begins with the newest', async () => {
    expect(await find('', null, 3)).toEqual(['us_0449', 'us_0448', 'us_0447']);
    expect(await find('', 'us_0447', 2)).toEqual(['us_0446', 'us_0445']);
    expect(await find('', 'us_0000')).toEqual([]);
  });

  it('[admin.api-users.newest-first] gives each once, page after page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (limit) => {
        const seen: string[] = [];
        for (;;) {
          const page = await find('', seen.at(-1) ?? null, limit);
          if (page.length === 0 || typeof page === 'string') break;
          seen.push(...page);
        }
        expect(seen).toEqual(users.map(({ id }) => id).toReversed());
      }),
      { numRuns: 20 },
    );
  });

  it('searches all of them, case-insensitive', async () => {
    expect(await find('render farm')).toEqual([
      'us_0407',
      'us_0307',
      'us_0207',
      'us_0107',
      'us_0007',
    ]);
  });

  it('finds by id and by key hint', async () => {
    expect(await find('US_0123')).toEqual(['us_0123']);
    expect(await find('…x449')).toEqual(['us_0449']);
  });

  it('continues after an id and stops at the limit', async () => {
    expect(await find('farm', 'us_0307', 2)).toEqual(['us_0207', 'us_0107']);
    expect(await find('farm', 'us_0007')).toEqual([]);
  });

  it('[admin.api-users.newest-first] does not continue after an unknown user', async () => {
    expect(await find('', 'us_9999')).toBe('cursor-unknown');
  });
});
