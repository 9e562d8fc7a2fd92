import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { commitNumber } from './tools/check/commit-number.ts';
import { testTags } from './tools/check/test-runs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Number of the commit: by it a run chooses its share of a long table. */
    commitNumber: number;
  }
}

/** The packages are tested as sources, without a build; see tsconfig.base.json. */
const conditions = ['@filmgate/source', 'node', 'import', 'default'];

/** Compiled sources, kept between the programs that tests start: most of a short one's time goes into compiling. */
const compileCache = fileURLToPath(new URL('.filmgate/compile-cache', import.meta.url));

interface TestProject {
  readonly name: string;
  readonly include: readonly string[];
  readonly timeoutMs: number;
  /** Whether a test that reaches no `expect` fails. The conformance kit asserts by itself. */
  readonly requireAssertions: boolean;
  /** What its tests find in their environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Kinds of tests, by what they may take hold of: nothing, a store, a server, processes to kill, a browser; and the checks that run one
 * command of the project or a few.
 */
export const testProjects: readonly TestProject[] = [
  ...['mutation', 'packed-packages', 'static'].map((name) => ({
    name,
    include: [`tools/check/${name}.check.ts`],
    timeoutMs: 3_600_000,
    requireAssertions: true,
  })),
  {
    name: 'unit',
    include: [
      'packages/*/src/**/*.test.ts',
      'tools/*.test.ts',
      'tools/!(end-to-end)/**/*.test.ts',
      'bench/src/**/*.test.ts',
    ],
    timeoutMs: 30_000,
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
    timeoutMs: 60_000,
    requireAssertions: true,
  },
  {
    name: 'fault',
    include: ['packages/*/test/fault/**/*.test.ts'],
    timeoutMs: 60_000,
    requireAssertions: true,
  },
  {
    // What Redis could do otherwise than Valkey: the whole conformance suite, refusals, lost responses, lost writes.
    name: 'valkey',
    include: [
      'packages/storage-redis/test/contract/conformance.test.ts',
      'packages/storage-redis/test/fault/{data-loss,failover,server-check,unanswered}.test.ts',
      'packages/server/test/fault/fleet/redis-restarts.test.ts',
    ],
    timeoutMs: 60_000,
    requireAssertions: true,
    env: { FILMGATE_TEST_REDIS_SERVER: 'valkey-server' },
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
  const { name, include, timeoutMs, requireAssertions, env = {} } = project;
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: [...include],
      env: { NODE_COMPILE_CACHE: compileCache, ...env },
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      // A worker evaluates each module once and not for every file: that alone was half of the time. No module has state that changes,
      // and a test that replaces a module forgets all modules before and after (decisions/0032).
      isolate: false,
      // On a busy machine what is waited for may take its time; it costs nothing where it is quick.
      expect: { requireAssertions, poll: { timeout: timeoutMs / 2 } },
    },
  };
}

/** Most of what takes long waits for processes, disks and decoders: no core is kept free for the one that looks on. */
const maxWorkers = '100%';

export default defineConfig({
  test: {
    maxWorkers,
    tags: [...testTags],
    provide: { commitNumber: commitNumber(import.meta.dirname) },
    projects: testProjects.map(toProject),
  },
});
