import { saySpan } from '../../../shell/say-time.ts';

const shortMs = 10_000;

/** How long a request took: to the ms where that matters. */
export function sayDuration(ms: number, language: string): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms >= shortMs) return saySpan(ms);
  return `${(ms / 1_000).toLocaleString(language, { maximumFractionDigits: 2 })} s`;
}
