import { saySpan, sayUnit } from '../../../shell/say-time.ts';

const shortMs = 10_000;

/** Duration of a request, in ms where that matters. */
export function sayDuration(ms: number, language: string): string {
  if (ms < 1_000) return sayUnit(ms, { unit: 'millisecond' }, language);
  if (ms >= shortMs) return saySpan(ms, language);
  return sayUnit(ms / 1_000, { unit: 'second', maximumFractionDigits: 2 }, language);
}
