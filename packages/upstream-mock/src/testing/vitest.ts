import { test as plainTest, type TestAPI } from 'vitest';
import { blockProviders } from './block-providers.ts';
import { type StartedMock, startMock, type StartMockOptions } from './start-mock.ts';
import type { TestSpace } from './test-space.ts';

/** Options of the mock for tests. */
export interface MockTestOptions extends StartMockOptions {
  /** Further hosts that tests must not call, including their subdomains. */
  readonly blockedHosts?: readonly string[];
}

/** Fixtures of a test. */
export interface MockFixtures {
  /** A new space for this test. */
  readonly space: TestSpace;
}

interface WorkerFixtures {
  readonly mockOptions: StartMockOptions;
  readonly startedMock: StartedMock;
}

/**
 * A `test` of Vitest with a mock: one server for each worker, one space for each test. While a test runs, connections
 * of its process to known providers are blocked. After it, the verdict is checked, and an unexpected finding
 * (`space.expectFindings`) fails it [mock.test-api.vitest].
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
