import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** The packages are tested as sources, without a build; see tsconfig.base.json. */
const conditions = ['@filmgate/source', 'node', 'import', 'default'];

interface TestProject {
  readonly name: string;
  readonly include: readonly string[];
  readonly timeoutMs: number;
  /** Whether a test that reaches no `expect` fails. The conformance kit asserts by itself. */
  readonly requireAssertions: boolean;
}

/** Kinds of tests, by what they may take hold of: nothing, a store, a server, processes to kill, a browser. */
export const testProjects: readonly TestProject[] = [
  {
    name: 'unit',
    include: [
      'packages/*/src/**/*.test.ts',
      'tools/*.test.ts',
      'tools/!(end-to-end)/**/*.test.ts',
      'requirements/**/*.test.ts',
      'bench/src/**/*.test.ts',
    ],
    timeoutMs: 15_000,
    requireAssertions: true,
  },
  {
    name: 'contract',
    include: ['packages/*/test/contract/**/*.test.ts'],
    timeoutMs: 30_000,
    requireAssertions: false,
  },
  {
    name: 'http',
    include: ['packages/*/test/http/**/*.test.ts'],
    timeoutMs: 30_000,
    requireAssertions: true,
  },
  {
    name: 'fault',
    include: ['packages/*/test/fault/**/*.test.ts'],
    timeoutMs: 60_000,
    requireAssertions: true,
  },
  {
    name: 'end-to-end',
    include: [
      'packages/*/test/end-to-end/**/*.test.ts',
      'examples/**/*.test.ts',
      'tools/end-to-end/**/*.test.ts',
    ],
    timeoutMs: 120_000,
    requireAssertions: true,
  },
];

function toProject(project: TestProject): TestProjectInlineConfiguration {
  const { name, include, timeoutMs, requireAssertions } = project;
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: [...include],
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      expect: { requireAssertions },
    },
  };
}

/** Most of what takes long waits for processes, disks and decoders: no core is kept free for the one that looks on. */
const maxWorkers = '100%';

export default defineConfig({ test: { maxWorkers, projects: testProjects.map(toProject) } });
