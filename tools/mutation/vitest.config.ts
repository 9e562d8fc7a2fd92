import { defineConfig } from 'vitest/config';

/**
 * What judges a change of the core's decisions: the unit tests beside them, and nothing slower. Stryker runs them in a copy of
 * the project, from its root.
 */
export default defineConfig({
  resolve: { conditions: ['@filmgate/source', 'node', 'import', 'default'] },
  test: {
    include: ['packages/core/src/{job,account,quota}/**/*.test.ts'],
    setupFiles: ['tools/mutation/few-runs.ts'],
    testTimeout: 5_000,
    isolate: false,
  },
});
