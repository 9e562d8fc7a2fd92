import { buildCheck } from './build-check.ts';
import type { Check } from './check.ts';
import { commandCheck } from './command-check.ts';
import { mutationCheck } from './mutation-check.ts';
import { packedPackagesCheck } from './packed-packages-check.ts';
import { systemPackagesCheck } from './system-packages.ts';
import { typesCheck } from './types-check.ts';
import { vitestCheck } from './vitest-check.ts';

function withPredecessors(checks: readonly Check[], names: readonly string[]): readonly Check[] {
  const wanted = new Set(names);
  for (const name of wanted) {
    const check = checks.find((candidate) => candidate.name === name);
    if (check === undefined) {
      const known = checks.map((candidate) => candidate.name).join(', ');
      throw new RangeError(`no check is called "${name}"; there are: ${known}`);
    }
    for (const predecessor of check.after) wanted.add(predecessor);
  }
  return checks.filter(({ name }) => wanted.has(name));
}

/**
 * The checks in the order they are taken up: the longest first, the quick ones beside it.
 *
 * @param only names of the checks to run, with those they wait for; absent = all
 * @throws RangeError for a name that no check has
 */
export function createChecks(root: string, only?: readonly string[]): readonly Check[] {
  const checks = [
    systemPackagesCheck(root),
    vitestCheck(root),
    commandCheck({ name: 'format', command: ['biome', 'format', '.'], root }),
    commandCheck({ name: 'lint', command: ['oxlint'], root }),
    typesCheck(root),
    commandCheck({ name: 'unused code', command: ['knip'], root }),
    buildCheck(root),
    packedPackagesCheck(root),
    mutationCheck(root),
  ];
  return only === undefined ? checks : withPredecessors(checks, only);
}
