import { test as plainTest, type TestAPI } from 'vitest';
import { blockProviders } from './block-providers.ts';
import { type StartedMock, startMock, type StartMockOptions } from './start-mock.ts';
import type { TestSpace } from './test-space.ts';

/** How the mock of the tests differs from the usual one. */
export interface MockTestOptions extends StartMockOptions {
  /** Further hosts that no test may call, with all names below them. */
  readonly blockedHosts?: readonly string[];
}

/** What a test is given. */
export interface MockFixtures {
  /** A world of its own for this test. */
  readonly space: TestSpace;
}

interface WorkerFixtures {
  readonly mockOptions: StartMockOptions;
  readonly startedMock: StartedMock;
}

/**
 * A `test` of Vitest with a mock: one server for each worker, one space for each test. While a test runs, no connection of its process to
 * a known provider is made. After it the verdict is asked, and a finding that it did not expect (`space.expectFindings`) fails
 * it [mock.test-api.vitest].
 */
export function mock(options: MockTestOptions = {}): TestAPI<MockFixtures> {
  const { blockedHosts = [], ...startOptions } = options;
  return plainTest.extend<MockFixtures & WorkerFixtures>({
    mockOptions: [startOptions, { scope: 'worker' }],
    startedMock: [
      async ({ mockOptions }, use) => {
        const started = await startMock(mockOptions);
        await use(started);
        await started.close();
      },
      { scope: 'worker' },
    ],
    space: [
      async ({ startedMock, task }, use) => {
        const end = blockProviders({ hosts: blockedHosts, where: task.name });
        const space = startedMock.space();
        try {
          await use(space);
          await space.assertClean();
        } finally {
          end();
        }
      },
      { auto: true },
    ],
  });
}
