import { counted } from './counted.ts';
import type { Evidence, Finding, Undecided } from './finding.ts';
import type { Verdict, Verdicts } from './verdict.ts';

/** Requests of one finding that are printed. */
const mostRequests = 6;

/** The verdict as text. */
export function printVerdict(verdict: Verdict): string {
  const { outcome, summary, findings, undecided, missing, remarks, more, chaos } = verdict;
  const lines = [
    `${outcome}: ${summary}`,
    ...(findings.length === 0 ? [] : [countLine(verdict)]),
    ...findings.flatMap((one) => linesOf(one)),
    ...missing.map(
      ({ code, expected, found }) =>
        `missing: ${code} was expected ${expected} times, found ${found}`,
    ),
    ...undecided.map((one) => undecidedLine(one)),
    ...(more === undefined
      ? []
      : [`not shown: ${more.findings} more findings, ${more.undecided} more undecided`]),
    ...remarks.map(({ code, why }) => `remark: ${code}: ${why}`),
    ...(chaos === undefined ? [] : [chaos]),
  ];
  return `${lines.join('\n')}\n`;
}

function countLine({ findings, more }: Verdict): string {
  const wasted = findings.reduce((sum, { credits_wasted: credits }) => sum + credits, 0);
  const found = counted(findings.length + (more?.findings ?? 0), 'finding');
  return `${found}, ${more === undefined ? '' : 'at least '}${counted(wasted, 'credit')} wasted`;
}

/** The verdicts of all spaces as text. */
export function printVerdicts({ outcome, spaces, dropped }: Verdicts): string {
  const lost = dropped.map((one) => `dropped: space ${one.space} at ${one.at}: ${one.outcome}\n`);
  const title = `${outcome}: ${counted(spaces.length, 'space')}, ${dropped.length} dropped\n`;
  return [title, ...spaces.map((one) => printVerdict(one)), ...lost].join('');
}

function linesOf(found: Finding): readonly string[] {
  const { code, logical_key: key, jobs, credits_wasted: credits, evidence } = found;
  return [
    `${code} (${kindText(found)})${key === null ? '' : ` ${key}`}`,
    `  ${found.why}`,
    ...(jobs.length === 0
      ? []
      : [`  jobs: ${jobs.join(', ')}; wasted: ${counted(credits, 'credit')}`]),
    ...evidence.slice(0, mostRequests).map((one) => `  ${evidenceLine(one)}`),
    ...(evidence.length > mostRequests ? [`  and ${evidence.length - mostRequests} more`] : []),
    `  ${found.hint}`,
  ];
}

/** Severity and cause of a finding. */
export function kindText({ severity, likely, by }: Finding): string {
  return `${severity}${likely === true ? ', likely' : ''}, by ${by}`;
}

export function undecidedLine({ code, by, logical_key: key, why }: Undecided): string {
  return `undecided: ${code} (by ${by})${key === null ? '' : ` ${key}`}: ${why}`;
}

export function evidenceLine({ request, at, method, path }: Evidence): string {
  return at === undefined
    ? `request ${request}, which the journal has dropped`
    : `request ${request}: ${method} ${path} at ${at}`;
}
