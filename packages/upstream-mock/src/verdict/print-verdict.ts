import type { ClockMode } from '../job/clock-setting.ts';
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
        `missing: ${code} was expected ${times(expected)}, found ${times(found)}`,
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

export function times(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count} times`;
}

/** A count with its noun, in singular or plural. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** A wait of the mock's clock as providers state it, with its time here: `1 s (50 ms of this mock's time ×20)`. */
export function waitText(ms: number, mode: ClockMode): string {
  if (mode.kind !== 'scaled') return timeText(ms);
  return `${timeText(ms * mode.speed)} (${timeText(ms)} of this mock's time ×${mode.speed})`;
}

function timeText(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}
