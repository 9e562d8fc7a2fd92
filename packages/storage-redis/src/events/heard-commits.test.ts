import { describe, expect, it } from 'vitest';
import { HeardCommits } from './heard-commits.ts';

describe('HeardCommits', () => {
  it('announces each value once, and never an older one', () => {
    const heard = new HeardCommits();
    expect(
      ['1.1', '1.2', '1.2', '1.1', '1.3', '2.1'].map((tag) => heard.advance('a', tag)),
    ).toEqual([true, true, false, false, true, true]);
    expect(heard.advance('b', '1.1')).toBe(true);
  });

  it('resolves a change once it was announced, or at once if it was before', async () => {
    const heard = new HeardCommits();
    heard.listening(true);
    const waiting = heard.reported('a', '1.2');
    heard.advance('a', '1.3');
    heard.announceReported('a', '1.3');
    await expect(waiting).resolves.toBeUndefined();
    await expect(heard.reported('a', '1.2')).resolves.toBeUndefined();
  });

  it('holds no caller up while it hears nothing', async () => {
    const heard = new HeardCommits();
    await heard.reported('a', '1.1');
    heard.listening(true);
    const waiting = heard.reported('a', '1.1');
    heard.listening(false);
    await waiting;
    expect(heard.advance('a', '1.1')).toBe(true);
  });
});
