import { defineConfig } from 'vitest/config';

const conditions = ['@filmgate/source', 'node', 'import', 'default'];

/** For a Vitest that a test starts: on the sources of the packages, without a build. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['*.spec.ts', '*.guilty.ts'], testTimeout: 60_000 },
});
