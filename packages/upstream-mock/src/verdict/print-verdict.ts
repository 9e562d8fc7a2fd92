import type { Finding } from './finding.ts';
import type { Verdict } from './verdict.ts';

/** The verdict as text. */
export function printVerdict(verdict: Verdict): string {
  const { clean, findings, unknown, more, chaos } = verdict;
  const wasted = findings.reduce((sum, { credits_wasted: credits }) => sum + credits, 0);
  const count = counted(findings.length, 'finding');
  const good = unknown.length === 0 ? 'clean: nothing was found' : 'nothing was found';
  const title =
    clean && findings.length === 0 ? good : `${count}, ${counted(wasted, 'credit')} wasted`;
  const open = unknown.map(({ code, logical_key: key, why }) => `unknown: ${code} ${key}: ${why}`);
  const rest =
    more === undefined
      ? []
      : [`not shown: ${more.findings} more findings, ${more.unknown} more unknown`];
  const drawn = chaos === undefined ? [] : [chaos];
  const stub = [
    ...verdict.undecided.map(({ code, why }) => `undecided: ${code} (by client): ${why}`),
    ...verdict.missing.map(({ code }) => `missing: ${code} was expected`),
  ];
  return `${[`${verdict.outcome}: ${verdict.summary}`, title, ...stub, ...findings.flatMap(linesOf), ...open, ...rest, ...drawn].join('\n')}\n`;
}

function linesOf(found: Finding): readonly string[] {
  const { code, severity, logical_key: key, jobs, credits_wasted: credits, evidence } = found;
  return [
    `${code} (${severity})${key === null ? '' : ` ${key}`}`,
    `  ${found.why}`,
    ...(jobs.length === 0
      ? []
      : [`  jobs: ${jobs.join(', ')}; wasted: ${counted(credits, 'credit')}`]),
    ...(evidence.length === 0 ? [] : [`  journal: ${evidence.join(', ')}`]),
    `  ${found.hint}`,
  ];
}

/** A count with its noun, in singular or plural. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
