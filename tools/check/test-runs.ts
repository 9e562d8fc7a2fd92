/** Projects of vitest.config.ts whose tests are tagged: the tag says in which run. */
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
  /** The same as `tagsFilter`, for the tags of one test. */
  readonly isChosen: (tags: readonly string[]) => boolean;
}

/** What one runs before a commit. */
export const everydayRun: TestRun = {
  projects: ['static', ...taggedProjects],
  tagsFilter: '!long',
  isChosen: (tags) => !tags.includes('long'),
};

/** The rest; of a property that is sampled there, all. */
export const longRuns: readonly TestRun[] = [
  {
    projects: taggedProjects,
    tagsFilter: 'long || sampled',
    isChosen: (tags) => tags.includes('long') || tags.includes('sampled'),
  },
  { projects: longProjects, isChosen: () => true },
];

/** Kinds of tests that start no server. While one works, those that a change can reach are enough. */
export const changedRun: TestRun = { ...everydayRun, projects: ['unit', 'static'] };

/** The same runs with some projects only; none that would be empty. */
export function withProjects(
  runs: readonly TestRun[],
  chosen: readonly string[] | undefined,
): readonly TestRun[] {
  if (chosen === undefined) return runs;
  return runs
    .map((run) => ({ ...run, projects: run.projects.filter((name) => chosen.includes(name)) }))
    .filter(({ projects }) => projects.length > 0);
}
