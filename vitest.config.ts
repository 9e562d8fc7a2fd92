import { defineConfig } from 'vitest/config';

const shared = {
  resolve: { conditions: ['@filmgate/source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@filmgate/source', 'node', 'import', 'default'] } },
};

export default defineConfig({
  test: {
    projects: [
      { ...shared, test: { name: 'unit', include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'requirements/**/*.test.ts'] } },
      { ...shared, test: { name: 'contract', include: ['packages/*/test/contract/**/*.test.ts'] } },
      { ...shared, test: { name: 'http', include: ['packages/*/test/http/**/*.test.ts'] } },
      { ...shared, test: { name: 'fault', include: ['packages/*/test/fault/**/*.test.ts'] } },
    ],
  },
});
