import type { ConformanceRunner } from '../../src/law/law.ts';

/** A runner that only collects the registered laws, so that a test can run them and check the results. */
export interface CollectingRunner extends ConformanceRunner {
  /** Names of everything registered: `group › law`. */
  names(): readonly string[];
  /** Runs the laws that pass the filter, one after another; returns the names of those that failed, or hung. */
  reds(filter?: (name: string) => boolean): Promise<readonly string[]>;
}

/** Timeout of one law here, in ms: a broken adapter may hang. */
const longestLawMs = 5_000;

export function createCollectingRunner(): CollectingRunner {
  const path: string[] = [];
  const laws = new Map<string, () => Promise<void>>();
  return {
    describe: (name, body) => {
      path.push(name);
      body();
      path.pop();
    },
    it: (name, body) => {
      const full = [...path, name].join(' › ');
      if (laws.has(full)) throw new RangeError(`Two laws have the name ${full}.`);
      laws.set(full, body);
    },
    names: () => [...laws.keys()],
    reds: async (filter = () => true) => {
      const failed: string[] = [];
      for (const [name, body] of laws) {
        if (!filter(name)) continue;
        const verdict = await check(body);
        if (verdict !== 'green') failed.push(verdict === 'red' ? name : `${name} (hung)`);
      }
      return failed;
    },
  };
}

async function check(body: () => Promise<void>): Promise<'green' | 'red' | 'hung'> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<'hung'>((resolve) => {
    timer = setTimeout(() => resolve('hung'), longestLawMs);
  });
  const verdict = body().then(
    () => 'green' as const,
    () => 'red' as const,
  );
  return await Promise.race([verdict, hung]).finally(() => clearTimeout(timer));
}
