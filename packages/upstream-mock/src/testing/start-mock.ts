import { personalityNames } from '../personalities/known-personalities.ts';
import { type MockServerOptions, startMockServer } from '../server/mock-server.ts';
import { isSpaceName, spaceNameRule } from '../space/space-name.ts';
import { createTestSpace, type TestSpace } from './test-space.ts';

/** How a mock for tests differs from the usual one. */
export type StartMockOptions = Partial<
  Pick<
    MockServerOptions,
    | 'seed'
    | 'speed'
    | 'accounts'
    | 'personalities'
    | 'scenario'
    | 'controlToken'
    | 'chaos'
    | 'plan'
    | 'now'
    | 'callbackHosts'
    | 'onFault'
  >
>;

/** A mock provider for the tests of one process. */
export interface StartedMock {
  /** Its origin. */
  readonly url: string;
  /**
   * The space of this name; without one a space of its own at each call: `test-1`, `test-2` and so on.
   *
   * @throws RangeError for what is no name of a space
   */
  space(name?: string): TestSpace;
  /** Ends it. */
  close(): Promise<void>;
}

/** A job is done in at most half a second. */
const usualSpeed = 20;

/**
 * Starts a mock on a free port of 127.0.0.1 that speaks as every provider it knows, twenty times faster than the real clock and with the
 * seed `test`, unless told otherwise [mock.test-api].
 *
 * @throws RangeError for an impossible speed or control token; Error of the system when no port can be had
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
    // A test may stand in a debugger for longer than spaces live.
    spaceIdleMs: 0,
  });
  let unnamed = 0;
  return {
    url: server.url,
    space: (name) => {
      unnamed += name === undefined ? 1 : 0;
      const chosen = name ?? `test-${unnamed}`;
      if (!isSpaceName(chosen)) throw new RangeError(spaceNameRule);
      return createTestSpace({ ...server, token: options.controlToken }, chosen);
    },
    close: () => server.close(),
  };
}
