/** Functions that the kit needs of a test runner: vitest, node:test and jest fit. Assertions come with the kit. */
export interface ConformanceRunner {
  describe(name: string, body: () => void): void;
  /** `timeoutMs` is passed for the few laws that run many cases; runners may ignore it. */
  it(name: string, body: () => Promise<void>, timeoutMs?: number): void;
}

/** One promise of a port, as a check that can fail. `holds` rejects when the adapter breaks it. */
export interface Law<Context> {
  /** The promise as a sentence; unique within its group. */
  readonly name: string;
  readonly holds: (context: Context) => Promise<void>;
  /** Timeout in ms; absent = the runner's own. */
  readonly timeoutMs?: number;
}

/** The laws of one promise, one file each. */
export interface LawGroup<Context> {
  /** Port and promise: `job-store.accept`. */
  readonly name: string;
  readonly laws: readonly Law<Context>[];
}

interface RegisterLawsOptions<Context> {
  readonly runner: ConformanceRunner;
  readonly groups: readonly LawGroup<Context>[];
  /** Runs one law on a separate, isolated instance and cleans up after it. */
  readonly withContext: (use: (context: Context) => Promise<void>) => Promise<void>;
}

/** Registers every law with the runner; no law can be left out. */
export function registerLaws<Context>({
  runner,
  groups,
  withContext,
}: RegisterLawsOptions<Context>): void {
  for (const group of groups) {
    runner.describe(group.name, () => {
      for (const law of group.laws) {
        runner.it(law.name, () => withContext(law.holds), law.timeoutMs);
      }
    });
  }
}
