import { defineConfig } from 'vitest/config';

/**
 * What judges a change of the core's decisions: the unit tests beside them, and nothing slower. Stryker runs them in a copy of
 * the project, from its root, some for each change: what a test file imports counts a thousand times.
 */
export default defineConfig({
  resolve: { conditions: ['@filmgate/source', 'node', 'import', 'default'] },
  test: {
    include: ['packages/core/src/{job,account,quota}/**/*.test.ts'],
    // Laws of whole lives. What one step does is said beside the steps.
    exclude: ['packages/core/src/job/job-transition.test.ts'],
    setupFiles: ['tools/mutation/few-runs.ts'],
    testTimeout: 5_000,
    // A new worker for each file costs more than its tests.
    isolate: false,
  },
});
