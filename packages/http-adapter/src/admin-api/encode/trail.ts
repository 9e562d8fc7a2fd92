import {
  type JsonValue,
  type TrailKind,
  trailKinds,
  type TrailMoney,
  type TrailStep,
  type TrailStory,
} from '@filmgate/core';
import { type TrailStepRecord, trailDetail } from '../schemas/trail.ts';
import { isoInstant } from './iso-instant.ts';

/** A step of a job's trail, with who did it. */
export function encodeTrailStep(step: TrailStep): TrailStepRecord {
  return {
    at: isoInstant(step.at),
    ...authorOf(step),
    ...encodeFacts(step),
    money: step.money.map(encodeMoney),
  };
}

function encodeMoney(moved: TrailMoney): TrailStepRecord['money'][number] {
  const { accountId, ...money } = moved;
  return { ...money, account_id: accountId ?? null };
}

function authorOf({ what, detail: { by } }: TrailStory): Pick<TrailStepRecord, 'by' | 'actor'> {
  if (what === 'accepted') return { by: 'caller', actor: null };
  if (what === 'ruled' || what === 'result-removed')
    return { by: 'operator', actor: typeof by === 'string' ? by : null };
  return { by: by === 'check' || by === 'operator' ? by : 'runner', actor: null };
}

/** A step another version wrote says so, rather than make the whole trail unreadable. */
function encodeFacts({ what, detail }: TrailStory): Pick<TrailStepRecord, 'what' | 'detail'> {
  const facts = trailDetail.safeParse(inSnakeCase(detail));
  return isTrailKind(what) && facts.success
    ? { what, detail: facts.data }
    : { what: 'other', detail: { word: what } };
}

/** Facts whose names are the provider's own. */
const ofProvider: ReadonlySet<string> = new Set(['figures', 'effective']);

/** The same facts under names as all answers of this API have them; the trail has the core's. */
function inSnakeCase(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => inSnakeCase(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ofProvider.has(name) ? item : inSnakeCase(item),
    ]),
  );
}

function isTrailKind(word: string): word is TrailKind {
  return trailKinds.some((kind) => kind === word);
}
