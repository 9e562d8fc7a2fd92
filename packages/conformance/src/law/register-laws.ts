import type { ConformanceRunner } from './conformance-runner.ts';
import type { LawGroup } from './law.ts';

export interface RegisterLawsOptions<Context> {
  readonly runner: ConformanceRunner;
  readonly groups: readonly LawGroup<Context>[];
  /** Runs one law on an isolated instance of its own and cleans up after it. */
  readonly withContext: (use: (context: Context) => Promise<void>) => Promise<void>;
}

/** Hands every law to the runner; there is no way to leave one out. */
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
