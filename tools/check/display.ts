import { styleText } from 'node:util';
import type { FinishedCheck } from './check.ts';

const REDRAW_MS = 120;
/** For terminals that do not tell their width. */
const FALLBACK_COLUMNS = 80;

function inSeconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

/** Checks with the longest first, one line each. */
export function formatTable(finished: readonly FinishedCheck[]): string {
  const width = Math.max(...finished.map(({ name }) => name.length));
  const rows = finished
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .map(({ name, result, durationMs }) => {
      const counts = `${result.passed} passed, ${result.failed} failed`;
      return `${name.padEnd(width)}  ${inSeconds(durationMs).padStart(8)}  ${counts}\n`;
    });
  return rows.join('');
}

/** What must be told of checks that passed as well, a line each. */
export function formatRemarks(finished: readonly FinishedCheck[]): string {
  return finished
    .flatMap(({ name, result }) => result.remarks?.map((remark) => `${name}: ${remark}\n`) ?? [])
    .join('');
}

/** The line the whole run ends with. */
export function formatTotal(finished: readonly FinishedCheck[]): string {
  const sum = (side: 'passed' | 'failed') =>
    finished.reduce((total, { result }) => total + result[side], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed\n`;
}

/** What a check said, under its name. */
export function formatOutput({ name, result }: FinishedCheck): string {
  return `\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}\n${result.output.trimEnd()}\n`;
}

/** What a person sees while the checks run. */
export interface Display {
  readonly start: (name: string) => void;
  readonly progress: (name: string, progress: string) => void;
  readonly finish: (finished: FinishedCheck) => void;
  readonly close: () => void;
}

interface DisplayOptions {
  readonly stream: NodeJS.WriteStream;
  readonly total: number;
  readonly nowMs: () => number;
}

function finishedLine({ name, result, durationMs }: FinishedCheck): string {
  const mark = result.failed === 0 ? styleText('green', '✓') : styleText('red', '✗');
  return `${mark} ${name} ${styleText('dim', inSeconds(durationMs))}\n`;
}

/** Lines only: for a log. */
function createPlainDisplay(stream: NodeJS.WriteStream): Display {
  return {
    start: () => undefined,
    progress: () => undefined,
    finish: (finished) => stream.write(finishedLine(finished)),
    close: () => undefined,
  };
}

/** A line at the bottom that says what runs and for how long; what has ended scrolls up above it. */
function createLiveDisplay({ stream, total, nowMs }: DisplayOptions): Display {
  const running = new Map<string, { readonly startedAtMs: number; progress: string }>();
  let ended = 0;
  const draw = () => {
    const parts = [...running].map(([name, { startedAtMs, progress }]) =>
      [name, inSeconds(nowMs() - startedAtMs), progress].filter((part) => part !== '').join(' '),
    );
    const width = stream.columns > 0 ? stream.columns : FALLBACK_COLUMNS;
    const line = `${ended}/${total}  ${parts.join('  ·  ')}`.slice(0, width - 1);
    stream.write(`\r\x1b[2K${line}`);
  };
  const timer = setInterval(draw, REDRAW_MS);
  return {
    start: (name) => running.set(name, { startedAtMs: nowMs(), progress: '' }),
    progress: (name, progress) => {
      const entry = running.get(name);
      if (entry !== undefined) entry.progress = progress;
    },
    finish: (finished) => {
      running.delete(finished.name);
      ended += 1;
      stream.write(`\r\x1b[2K${finishedLine(finished)}`);
    },
    close: () => {
      clearInterval(timer);
      stream.write('\r\x1b[2K');
    },
  };
}

/** A display that suits where the output goes. */
export function createDisplay(options: DisplayOptions): Display {
  return options.stream.isTTY ? createLiveDisplay(options) : createPlainDisplay(options.stream);
}
