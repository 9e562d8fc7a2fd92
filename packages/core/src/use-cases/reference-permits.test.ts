import { describe, expect, it } from 'vitest';
import { createReferencePermits, type ReferencePermit } from './reference-permits.ts';

const bounds = { ofOwner: 2, inAll: 3, waitingOfOwner: 2, waitingInAll: 3 };

/** Requests permits and notes who was let in. */
function askers() {
  const permits = createReferencePermits(bounds);
  const entered: string[] = [];
  const held = new Map<string, () => void>();
  return {
    entered,
    ask: async (name: string): Promise<ReferencePermit> => {
      const permit = await permits.enter(name.slice(0, 1));
      if (permit.kind === 'entered') {
        entered.push(name);
        held.set(name, permit.leave);
      }
      return permit;
    },
    leave: async (name: string): Promise<void> => {
      held.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('permits for references', () => {
  it('[owner-limits.references.places] are limited per owner and in all; the next request waits', async () => {
    const { ask, leave, entered } = askers();
    await ask('a1');
    await ask('a2');
    const third = ask('a3');
    await ask('b1');
    const other = ask('c1');
    expect(entered).toEqual(['a1', 'a2', 'b1']);
    await leave('b1');
    expect(await other).toMatchObject({ kind: 'entered', hasWaited: true });
    await leave('a1');
    expect(await third).toMatchObject({ kind: 'entered', hasWaited: true });
    expect(entered).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('[owner-limits.references.places] are refused to an owner with many that wait, and to all when many wait', async () => {
    const { ask } = askers();
    for (const name of ['a1', 'a2', 'b1']) await ask(name);
    void ask('a3');
    void ask('a4');
    expect(await ask('a5')).toEqual({ kind: 'busy', whose: 'owner' });
    void ask('b2');
    expect(await ask('c1')).toEqual({ kind: 'busy', whose: 'all' });
  });

  it('let a later owner pass while the first in line has its permits', async () => {
    const { ask, leave, entered } = askers();
    for (const name of ['a1', 'a2', 'b1']) await ask(name);
    void ask('a3');
    void ask('c1');
    await leave('b1');
    expect(entered).toEqual(['a1', 'a2', 'b1', 'c1']);
    await leave('c1');
    expect(entered).toHaveLength(4);
    await leave('a2');
    expect(entered.at(-1)).toBe('a3');
  });
});
