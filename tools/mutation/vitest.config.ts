import { defineConfig } from 'vitest/config';

/**
 * Tests of a mutation of the core's decisions: the unit tests beside them, and nothing slower. Stryker runs some of
 * them for each mutation, in a copy of the project, from its root: each import of a test file costs a thousand times.
 */
export default defineConfig({
  resolve: { conditions: ['@filmgate/source', 'node', 'import', 'default'] },
  test: {
    include: ['packages/core/src/{job,account,quota}/**/*.test.ts'],
    // Excluded: laws of whole lives. Tests beside the steps cover single steps.
    exclude: ['packages/core/src/job/job-transition.test.ts'],
    setupFiles: ['tools/mutation/few-runs.ts'],
    testTimeout: 5_000,
    // A new worker for each file costs more than its tests.
    isolate: false,
  },
});
