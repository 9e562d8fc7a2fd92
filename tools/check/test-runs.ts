/** Projects of vitest.config.ts whose tests are tagged; the tag decides in which run they are. */
const taggedProjects = ['unit', 'contract', 'http', 'fault', 'end-to-end'] as const;
const longProjects = ['valkey', 'packed-packages', 'mutation'] as const;

/** Tags a test can have. */
export const testTags = [
  { name: 'long', description: 'Runs in `npm run test:long` only.' },
  {
    name: 'sampled',
    description: 'Stands in `npm test` for cases that are `long`; runs in both.',
  },
] as const;

/** One call of Vitest. */
export interface TestRun {
  readonly projects: readonly string[];
  /** Tests to run, by Vitest's language for tags; absent = all. */
  readonly tagsFilter?: string;
  /** Equivalent of `tagsFilter` for the tags of one test. */
  readonly isChosen: (tags: readonly string[]) => boolean;
}

/** Tests to run before a commit. */
export const everydayRun: TestRun = {
  projects: ['static', ...taggedProjects],
  tagsFilter: '!long',
  isChosen: (tags) => !tags.includes('long'),
};

/** The remaining tests, and all cells of sampled tables. */
export const longRuns: readonly TestRun[] = [
  {
    projects: taggedProjects,
    tagsFilter: 'long || sampled',
    isChosen: (tags) => tags.includes('long') || tags.includes('sampled'),
  },
  { projects: longProjects, isChosen: () => true },
];

/** Kinds of tests that start no server. With `--changed`, only those run that a change can reach. */
export const changedRun: TestRun = { ...everydayRun, projects: ['unit', 'static'] };

/** Returns the runs with the chosen projects only, without empty ones. */
export function withProjects(
  runs: readonly TestRun[],
  chosen: readonly string[] | undefined,
): readonly TestRun[] {
  if (chosen === undefined) return runs;
  return runs
    .map((run) => ({ ...run, projects: run.projects.filter((name) => chosen.includes(name)) }))
    .filter(({ projects }) => projects.length > 0);
}
