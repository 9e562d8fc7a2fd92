import { test as plainTest, type TestAPI } from 'vitest';
import { blockProviders } from './block-providers.ts';
import { type StartedMock, startMock, type StartMockOptions } from './start-mock.ts';
import type { TestSpace } from './test-space.ts';

/** Options of the mock for tests. */
export interface MockTestOptions extends StartMockOptions {
  /** Hosts that tests may call besides loopback ones, including their subdomains. */
  readonly allow?: readonly string[];
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
 * of its process to other hosts than loopback ones are blocked. After it, every job is brought to its end, and a
 * verdict that is not clean fails it, also where it called no provider [mock.test-api.vitest].
 */
export function mock({ allow, ...options }: MockTestOptions = {}): TestAPI<MockFixtures> {
  return plainTest.extend<MockFixtures & WorkerFixtures>({
    mockOptions: [options, { scope: 'worker' }],
    startedMock: [
      async ({ mockOptions }, use) => {
        const started = await startMock(mockOptions);
        await use(started);
        await started.close();
      },
      { scope: 'worker' },
    ],
    space: [
      async ({ startedMock, task, onTestFinished }, use) => {
        const end = blockProviders({ allow, where: task.name });
        const space = startedMock.space();
        // Vitest reports an error of a fixture twice, and this one once.
        onTestFinished(async () => {
          try {
            if (task.result?.state !== 'skip') await space.assertClean();
          } finally {
            end();
          }
        });
        await use(space);
      },
      { auto: true },
    ],
  });
}
