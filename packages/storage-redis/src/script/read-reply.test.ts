import { describe, expect, it } from 'vitest';
import { readReply } from './read-reply.ts';
import { defineScript } from './script.ts';
import { ServerClock } from './server-clock.ts';

describe('readReply', () => {
  it.each([
    [
      ['done', '7', '2', 'outcome', null],
      { kind: 'done', commits: 7, ownCommits: 2, value: 'outcome', shown: null },
    ],
    [['forgotten'], { kind: 'forgotten' }],
    [['halted', '{}'], { kind: 'halted', halt: '{}' }],
    [['late', '1763800000000'], { kind: 'late', serverNow: 1_763_800_000_000 }],
    [['fault', 'what'], { kind: 'fault', what: 'what' }],
  ])('reads %j', (reply, expected) => {
    expect(readReply(reply)).toEqual(expected);
  });

  it.each([null, 'done', 1, [], ['what'], {}])('does not guess what %j means', (reply) => {
    expect(() => readReply(reply)).toThrow(TypeError);
  });
});

describe('defineScript', () => {
  const source = { name: 'n', lua: 'return 1' } as const;

  it('names a script by its text', () => {
    const change = defineScript({ ...source, kind: 'change' });
    expect(change.sha).toMatch(/^[0-9a-f]{40}$/u);
    expect(defineScript({ ...source, name: 'other', kind: 'change' }).sha).toBe(change.sha);
    expect(defineScript({ ...source, lua: 'return 2', kind: 'change' }).sha).not.toBe(change.sha);
  });

  it('lets Redis decide before the first line, and lets reads write nothing', () => {
    expect(defineScript({ ...source, kind: 'change' }).text).toMatch(/^#!lua\n/u);
    expect(defineScript({ ...source, kind: 'read' }).text).toMatch(/^#!lua flags=no-writes\n/u);
  });

  it('refuses on a halted store unless it is allowed', () => {
    const refused = defineScript({ ...source, kind: 'read' });
    const allowed = defineScript({ ...source, kind: 'read', whileHalted: 'allowed' });
    expect(refused.text).toContain("return { 'halted'");
    expect(allowed.text).not.toContain("return { 'halted'");
  });
});

it('the clock of a server must be heard before it is asked', () => {
  const clock = new ServerClock();
  expect(() => clock.now()).toThrow(TypeError);
  clock.note(1_763_800_000_000);
  expect(clock.now()).toBeGreaterThanOrEqual(1_763_800_000_000);
  clock.note(5);
  expect(clock.now()).toBeLessThan(1_763_800_000_000);
});
