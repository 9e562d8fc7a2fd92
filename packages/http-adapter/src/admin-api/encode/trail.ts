import { type JsonValue, type TrailEntry, type TrailKind, trailKinds } from '@filmgate/core';
import { type TrailLineRecord, trailDetail } from '../schemas/trail.ts';
import { isoInstant } from './iso-instant.ts';

type Author = Pick<TrailLineRecord, 'by' | 'actor'>;

/** A job's trail as the console shows it: which lines belong together, and who did each. */
export function encodeTrail(trail: readonly TrailEntry[]): TrailLineRecord[] {
  const steps = stepsOf(trail);
  const authors = authorsOf(trail, steps);
  return trail.map((entry, index) => {
    const step = steps[index] ?? 0;
    const { by, actor } = authors.get(step) ?? runner;
    return { at: isoInstant(entry.at), step, by, actor, ...encodeFacts(entry) };
  });
}

/**
 * Money is written before the line that says why, within one act; but for what opens the owner's money, which follows
 * the acceptance.
 */
function stepsOf(trail: readonly TrailEntry[]): readonly number[] {
  let step = 0;
  return trail.map((entry, index) => {
    if (isStory(entry)) {
      step += 1;
      return step;
    }
    const reason = trail.slice(index).find(isStory);
    const isOpening = entry.detail['ledger'] === 'quota' && entry.detail['move'] === 'reserve';
    return isOpening || reason?.at !== entry.at ? step : step + 1;
  });
}

function isStory({ what }: TrailEntry): boolean {
  return what !== 'money';
}

const runner: Author = { by: 'runner', actor: null };

function authorsOf(
  trail: readonly TrailEntry[],
  steps: readonly number[],
): ReadonlyMap<number, Author> {
  return new Map(
    trail.flatMap((entry, index) =>
      isStory(entry) ? [[steps[index] ?? 0, authorOf(entry)] as const] : [],
    ),
  );
}

function authorOf({ what, detail: { by } }: TrailEntry): Author {
  if (what === 'accepted') return { by: 'caller', actor: null };
  if (what === 'ruled' || what === 'result-removed')
    return { by: 'operator', actor: typeof by === 'string' ? by : null };
  return by === 'check' || by === 'operator' ? { by, actor: null } : runner;
}

/** A line another version wrote says so, rather than make the whole trail unreadable. */
function encodeFacts({ what, detail }: TrailEntry): Pick<TrailLineRecord, 'what' | 'detail'> {
  const facts = trailDetail.safeParse(inSnakeCase(detail));
  return isTrailKind(what) && facts.success
    ? { what, detail: facts.data }
    : { what: 'other', detail: { word: what } };
}

/** The same facts under names as all answers of this API have them; the trail has the core's. */
function inSnakeCase(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => inSnakeCase(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(item),
    ]),
  );
}

function isTrailKind(word: string): word is TrailKind {
  return trailKinds.some((kind) => kind === word);
}
