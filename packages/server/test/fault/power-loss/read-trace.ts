import type { SystemCall } from './system-call.ts';

/** A trace this reader cannot parse; skipping a line could hide a write. */
export class UnreadableTrace extends Error {
  override readonly name = 'UnreadableTrace';
}

/** `123  write(…` or `123  <... write resumed>…`; threads have their own numbers. */
const linePattern = /^(?<thread>\d+) +(?<event>.+)$/;
/** A signal, or the end of a thread. */
const notePattern = /^(?:---|\+\+\+) /;
const unfinishedEnd = '<unfinished ...>';
const resumedPattern = /^<\.\.\. (?<name>\w+) resumed>(?<rest>.*)$/;
/** Greedy: text that resembles a result inside an argument is skipped. `?` is a call during which the process ended. */
const callPattern = /^(?<name>\w+)\((?<given>.*)\) += (?<result>\?|-?\d+)(?<comment>.*)$/;
const textPattern = /"(?<text>[^"\\]*(?:\\.[^"\\]*)*)"/g;
const filePattern = /^(?:\d+|AT_FDCWD)<(?<file>[^>\\]*(?:\\.[^>\\]*)*)>/;
const flagPattern = /\b[A-Z]+_[A-Z]+\b/g;
const escapePattern = /\\(?:(?<octal>[0-7]{1,3})|(?<letter>.))/g;

const escapedLetters: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['f', '\f'],
]);

function decode(text: string): string {
  return text.replaceAll(escapePattern, (_, octal: string | undefined, letter: string) =>
    octal === undefined
      ? (escapedLetters.get(letter) ?? letter)
      : String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

interface Span {
  readonly begun: number;
  readonly ended: number;
}

/** The call, or undefined when it failed or never returned. */
function readCall(event: string, span: Span): SystemCall | undefined {
  const { name, given, result, comment } = callPattern.exec(event)?.groups ?? {};
  if (name === undefined || given === undefined || result === undefined) {
    throw new UnreadableTrace(`Place ${span.ended} is no call: ${event.slice(0, 200)}`);
  }
  if (result === '?' || Number(result) < 0) return undefined;
  if (comment?.includes('(INJECTED)') === true) return undefined;
  const file = filePattern.exec(given)?.groups?.['file'];
  const texts = [...given.matchAll(textPattern)].map(({ groups }) =>
    decode(groups?.['text'] ?? ''),
  );
  const flags = given.replaceAll(textPattern, '').match(flagPattern) ?? [];
  return {
    name,
    file: file === undefined ? null : decode(file),
    texts,
    flags: new Set(flags),
    ...span,
  };
}

/**
 * Returns the successful calls, in the order in which they returned. Positions are line numbers: strace writes a line
 * when a call begins and another when it returns, or one for both when nothing happened in between.
 *
 * @throws UnreadableTrace for a line that strace does not write
 */
export function readTrace(trace: string): readonly SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { readonly start: string; readonly begun: number }>();
  for (const [position, line] of trace.split('\n').entries()) {
    if (line === '') continue;
    const { thread, event } = linePattern.exec(line)?.groups ?? {};
    if (thread === undefined || event === undefined) {
      throw new UnreadableTrace(`Place ${position} is no line of strace: ${line.slice(0, 200)}`);
    }
    if (notePattern.test(event)) continue;
    if (event.endsWith(unfinishedEnd)) {
      unfinished.set(thread, { start: event.slice(0, -unfinishedEnd.length), begun: position });
      continue;
    }
    const rest = resumedPattern.exec(event)?.groups?.['rest'];
    const earlier = unfinished.get(thread);
    unfinished.delete(thread);
    if (rest !== undefined && earlier === undefined) {
      throw new UnreadableTrace(`Place ${position} ends a call that did not begin: ${event}`);
    }
    const whole = `${earlier?.start ?? ''}${rest ?? event}`;
    const call = readCall(whole, { begun: earlier?.begun ?? position, ended: position });
    if (call !== undefined) calls.push(call);
  }
  return calls;
}
