import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readHalt, writeHalt } from './store-watch.ts';
import { checkMemory, type MetStore, NodeMemory } from './node-memory.ts';

const met: MetStore = {
  historyId: 'L1',
  commits: 10,
  ownCommits: 4,
  kept: new Map([['L1', 10]]),
  halt: null,
  isForgiven: false,
  isElsewhere: false,
  serverNow: 1,
};
const knows = { historyId: 'L1', commits: 10, ownCommits: 4 };
const nothing = new Map<string, number>();
const kept = (commits: number) => new Map([['L1', commits]]);

describe('checkMemory', () => {
  it.each([
    ['a first meeting', null, { ...met, kept: nothing }, 'adopt'],
    [
      'a first meeting with an empty store',
      null,
      { ...met, historyId: null, kept: nothing },
      'adopt',
    ],
    ['the same', knows, met, 'whole'],
    ['more than known', knows, { ...met, commits: 11, ownCommits: 5, kept: kept(11) }, 'whole'],
    ['fewer commits', knows, { ...met, commits: 9, kept: kept(9) }, 'forgotten'],
    [
      'fewer of its own, though more in all',
      knows,
      { ...met, commits: 99, ownCommits: 3, kept: kept(99) },
      'forgotten',
    ],
    ['a history that passed whole into another', knows, { ...met, historyId: 'L2' }, 'whole'],
    [
      'a history that passed into another without its last commit, though there are more by now',
      knows,
      { ...met, historyId: 'L2', commits: 99, ownCommits: 40, kept: kept(9) },
      'forgotten',
    ],
    [
      'a history of which one before knew as much',
      knows,
      { ...met, historyId: 'L3', kept: new Map([['L0', 12]]) },
      'whole',
    ],
    [
      'an emptied store',
      knows,
      { ...met, historyId: null, commits: 0, kept: nothing },
      'forgotten',
    ],
    ['another store', knows, { ...met, historyId: 'L2', commits: 99, kept: nothing }, 'forgotten'],
    [
      'another store after an acknowledgement',
      knows,
      { ...met, historyId: 'L2', kept: nothing, isForgiven: true },
      'adopt',
    ],
    [
      'a store that was emptied although forgiven once',
      knows,
      { ...met, historyId: null, kept: nothing, isForgiven: true },
      'forgotten',
    ],
  ] as const)('takes %s for what it is', (_, remembered, found, verdict) => {
    expect(checkMemory(remembered, found)).toBe(verdict);
  });

  const change = fc.record({ own: fc.boolean(), isAnswered: fc.boolean() });
  test.prop([fc.array(change, { minLength: 1, maxLength: 30 }), fc.nat(30), fc.nat(40)])(
    'notices exactly the loss of changes the node was told of, whatever others wrote since',
    (changes, at, since) => {
      const memory = new NodeMemory('n', null);
      memory.adopt({ historyId: 'L1', commits: 0 });
      const past = [{ commits: 0, ownCommits: 0 }];
      for (const { own, isAnswered } of changes) {
        const { commits, ownCommits } = past.at(-1) ?? { commits: 0, ownCommits: 0 };
        const next = { commits: commits + 1, ownCommits: ownCommits + Number(own) };
        past.push(next);
        if (isAnswered) memory.note(next.commits, next.ownCommits);
      }
      const now = past[Math.min(at, past.length - 1)] ?? { commits: 0, ownCommits: 0 };
      const reported = memory.current;
      const isLess =
        (reported?.commits ?? 0) > now.commits || (reported?.ownCommits ?? 0) > now.ownCommits;
      const successor = { historyId: 'L2', commits: now.commits + since, kept: kept(now.commits) };
      const verdict = checkMemory(reported, { ...met, ...now, ...successor });
      expect(verdict).toBe(isLess ? 'forgotten' : 'whole');
    },
  );
});

describe('NodeMemory', () => {
  it('never goes back, whatever the order of the responses', () => {
    const memory = new NodeMemory('n', { historyId: 'L1', commits: 7 });
    memory.note(9, 2);
    memory.note(8, 1);
    expect(memory.fenceArguments).toEqual(['L1', '9', '2', 'n']);
    expect(memory.remembered).toEqual({ historyId: 'L1', commits: 9, before: [] });
  });

  it('starts again with another history', () => {
    const memory = new NodeMemory('n', { historyId: 'L1', commits: 7, before: ['L0'] });
    memory.note(9, 2);
    memory.adopt({ historyId: 'L2', commits: 3 });
    expect(memory.current).toEqual({ historyId: 'L2', commits: 3, ownCommits: 0, before: [] });
  });

  it('knows a history by the one before as long as it has seen nothing in it alone', () => {
    const memory = new NodeMemory('n', { historyId: 'L1', commits: 7 });
    memory.resume({ historyId: 'L2', commits: 9, ownCommits: 0, kept: kept(9) });
    expect(memory.remembered).toEqual({ historyId: 'L2', commits: 9, before: ['L1'] });
    const both = new Map([...kept(9), ['L2', 9] as const]);
    memory.resume({ historyId: 'L3', commits: 9, ownCommits: 0, kept: both });
    expect(memory.historyIds).toEqual(['L3', 'L2', 'L1']);
    memory.note(9, 0);
    expect(memory.historyIds).toHaveLength(3);
    memory.note(10, 1);
    expect(memory.historyIds).toEqual(['L3']);
  });

  it('knows a history by no other when it was met further on, or the other was not there', () => {
    const further = new NodeMemory('n', { historyId: 'L1', commits: 7 });
    further.resume({ historyId: 'L2', commits: 12, ownCommits: 3, kept: kept(9) });
    expect(further.current).toEqual({ historyId: 'L2', commits: 12, ownCommits: 3, before: [] });
    const restored = new NodeMemory('n', { historyId: 'L2', commits: 7, before: ['L1'] });
    restored.resume({ historyId: 'L3', commits: 9, ownCommits: 0, kept: kept(9) });
    expect(restored.historyIds).toEqual(['L3', 'L1']);
  });

  it('knows nothing before it met a store', () => {
    const memory = new NodeMemory('n', null);
    expect([memory.remembered, memory.current]).toEqual([null, null]);
    expect(memory.historyIds).toEqual([]);
    expect(memory.fenceArguments).toEqual(['', '0', '0', 'n']);
  });
});

describe('the record of a halt', () => {
  it.each([
    { kind: 'went-back', noticedAt: 5, detail: 'It "forgot" 画面.', missingChanges: 3 },
    { kind: 'elsewhere', noticedAt: 5, detail: 'It was moved.' },
  ] as const)('is read back as it was written: $detail', (record) => {
    expect(readHalt(writeHalt(record))).toEqual(record);
  });

  it.each(['', 'not json', '{}', '{"noticedAt":"x"}', 'null'])(
    'halts all the same when it is %j',
    (text) => {
      expect(readHalt(text)).toMatchObject({
        noticedAt: 0,
        detail: expect.stringMatching(/halted/),
      });
    },
  );
});
