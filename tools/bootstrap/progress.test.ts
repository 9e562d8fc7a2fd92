import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showProgress } from './progress.mjs';

const wasTerminal = process.stderr.isTTY;
let said: string[] = [];

beforeEach(() => {
  said = [];
  vi.useFakeTimers();
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
});

afterEach(() => {
  process.stderr.isTTY = wasTerminal;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A step of twelve seconds that does ten things a second. */
async function watch(isTerminal: boolean, end: () => void = () => undefined) {
  process.stderr.isTTY = isTerminal;
  const startedAt = Date.now();
  const count = () => (Date.now() - startedAt) / 100;
  const step = showProgress({ title: 'counting', count }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    end();
  });
  const [outcome] = await Promise.all([
    Promise.allSettled([step]),
    vi.advanceTimersByTimeAsync(12_000),
  ]);
  return outcome[0].status;
}

describe('a step that takes seconds', () => {
  it('[commands.progress] says in a pipe that it began, how far it is every ten seconds, and that it is done', async () => {
    expect(await watch(false)).toBe('fulfilled');
    expect(said).toEqual([
      'filmgate: counting …\n',
      'filmgate: counting … 100 (10 s)\n',
      'filmgate: counting: done in 12.0 s\n',
    ]);
  });

  it('[commands.progress] draws one line anew on a terminal', async () => {
    expect(await watch(true)).toBe('fulfilled');
    expect(said.length).toBeGreaterThan(50);
    expect(said.filter((text) => !text.startsWith('\r\x1b[2Kfilmgate: counting'))).toEqual([]);
    expect(said.filter((text) => text.endsWith('\n'))).toHaveLength(1);
    expect(said).toContain('\r\x1b[2Kfilmgate: counting … 50 (5 s)');
  });

  it('says that it failed', async () => {
    const fail = () => {
      throw new Error('no');
    };
    expect(await watch(false, fail)).toBe('rejected');
    expect(said.at(-1)).toBe('filmgate: counting: failed after 12.0 s\n');
  });
});
