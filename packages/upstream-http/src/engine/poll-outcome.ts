import {
  type JsonValue,
  type PollOutcome,
  type ReadAside,
  reportedFacts,
  type UpstreamUsage,
} from '@filmgate/core';
import { type JsonObject, objectIn } from '../json/json-fields.ts';
import { handleOf, savedOutput } from './prepared-call.ts';
import type { PollReading, ReadingAside } from './poll-reading.ts';

/** Removes secrets from a provider's text, for a trail. */
type Fit = (words: string) => string;

/** Returns the meaning of a task's read. A response the description cannot read proves nothing about the task. */
export function pollOutcome(
  reading: PollReading,
  { retryAfterMs, fit }: { readonly retryAfterMs: number | null; readonly fit: Fit },
): PollOutcome {
  const aside = asideOf(reading);
  switch (reading.kind) {
    case 'pending':
      return { kind: 'pending', progress: percent(reading.progress), retryAfterMs, ...aside };
    case 'succeeded': {
      const { output, usage, effective } = reading;
      const { mediaType = 'video', keptUntil } = output;
      const kept = keptUntil === undefined ? {} : { keptUntil };
      return {
        kind: 'succeeded',
        output: { mediaType, value: savedOutput(output, reading.namedAs), ...kept },
        ...aside,
        ...fitUsage(usage, fit),
        ...(effective !== undefined && { effective: factsOf(effective, fit) }),
      };
    }
    case 'failed': {
      const { usage, error: said } = reading;
      const detail = fit(said.detail);
      const error = { ...said, scope: 'request', retryAfterMs: null, detail } as const;
      return { kind: 'failed', error, ...aside, ...fitUsage(usage, fit) };
    }
    case 'lost':
      return { kind: 'lost' };
    case 'unclear':
      return { kind: 'transient', detail: fit(reading.detail), retryAfterMs };
  }
}

/** Returns additional facts of a read beside its result; of the id, only that the response has another one. */
function asideOf({ unread, namedAs }: ReadingAside): ReadAside {
  if (namedAs === undefined) return unread === undefined ? {} : { unread };
  const handle = handleOf(namedAs);
  const other = handle === undefined ? {} : { namedAs: handle };
  return { unread: ['id', ...(unread ?? [])], ...other };
}

function fitUsage(usage: UpstreamUsage | undefined, fit: Fit) {
  return usage === undefined ? {} : { usage: { ...usage, figures: factsOf(usage.figures, fit) } };
}

/** Returns a provider's figures without secrets. Only a few dozen are kept before any text is searched. */
function factsOf(figures: JsonObject, fit: Fit): JsonObject {
  return fitTexts(reportedFacts(figures), fit);
}

/** Returns the figures with secrets removed from each text. */
function fitTexts(fields: JsonObject, fit: Fit): JsonObject {
  const fitted = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return fit(value);
    if (Array.isArray(value)) return value.map((item: JsonValue) => fitted(item));
    const inner = objectIn(value);
    return inner === undefined ? value : fitTexts(inner, fit);
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fitted(value)]));
}

/** Returns a percentage; null if the value is not one. */
function percent(progress: number | null): number | null {
  return progress !== null && progress >= 0 && progress <= 100 ? progress : null;
}
