import { personalityNames } from '../wires/personality-names.ts';
import { type MockServerOptions, startMockServer } from '../server/mock-server.ts';
import { isSpaceName, spaceNameRule } from '../space/space-name.ts';
import { createTestSpace, type TestSpace } from './test-space.ts';
import type { VerdictOptions } from './verdict-options.ts';

/** Options of a mock for tests, with wishes of all tests about their verdicts. */
export type StartMockOptions = VerdictOptions &
  Partial<Omit<MockServerOptions, 'host' | 'port' | 'control' | 'spaceIdleMs'>>;

/** A mock provider for the tests of one process. */
export interface StartedMock {
  readonly url: string;
  /**
   * The space of this name; without one a new space at each call: `test-1`, `test-2` and so on.
   *
   * @throws RangeError for an invalid name; Error if there are too many spaces
   */
  space(name?: string): TestSpace;
  /** Stops the mock. */
  close(): Promise<void>;
}

/** A job takes at most half a second. */
const usualSpeed = 20;

/**
 * Starts a mock on a free port of 127.0.0.1 that speaks as every known provider, by default twenty times faster than
 * the real clock and with the seed `test` [mock.test-api].
 *
 * @throws RangeError for an invalid speed or control token; Error of the system if no port is available
 */
export async function startMock(options: StartMockOptions = {}): Promise<StartedMock> {
  const server = await startMockServer({
    seed: options.scenario?.seed ?? 'test',
    speed: usualSpeed,
    personalities: personalityNames,
    now: () => Date.now(),
    ...options,
    host: '127.0.0.1',
    port: 0,
    control: true,
    // A test may be paused in a debugger for longer than the idle time of spaces.
    spaceIdleMs: 0,
  });
  let unnamed = 0;
  return {
    url: server.url,
    space: (name) => {
      unnamed += name === undefined ? 1 : 0;
      const chosen = name ?? `test-${unnamed}`;
      if (!isSpaceName(chosen)) throw new RangeError(spaceNameRule);
      // Creates the space, which control routes that read do not.
      server.ledger(chosen);
      return createTestSpace({ ...server, token: options.controlToken }, chosen, options);
    },
    close: () => server.close(),
  };
}
