import type { TrailStep } from '../../../api/responses.ts';
import { sayInstant, saySize } from '../../../shell/say-time.ts';
import { type Translate, useTexts } from '../../../texts/use-texts.ts';
import { jobWords } from '../job-words.ts';
import { providerWords } from './provider-words.ts';
import { trailTexts } from './trail-texts.ts';

/** Gives the label of an account, as far as it is still there. */
export type AccountLabel = (id: string) => string;

/** A step of a trail in words. */
export interface StepWords {
  readonly what: string;
  readonly why: string;
  readonly who: string;
  /** What an upstream or an operator said, word for word. */
  readonly quote: string | null;
  /** Why the job failed, where the step ended it and does not say so itself. */
  readonly end: string | null;
}

const nothing = '–';

/** Total over the kinds of steps by the types of the texts: a kind without words does not compile. */
export function useStepWords(step: TrailStep, labelOf: AccountLabel): StepWords {
  const { t, language } = useTexts(trailTexts);
  const { t: word } = useTexts(jobWords);
  const { t: said } = useTexts(providerWords);
  const values = {
    ...plainValues(step, labelOf, language),
    ...wordedValues(step, t, word),
    ...saidValues(step, said),
  };
  const { detail, note, code } = step.detail;
  return {
    what: t(`what.${step.what}`, values),
    why: t(whyOf(step), values),
    who: step.actor === null ? t(`by.${step.by}`) : t('by.named', { actor: step.actor }),
    quote: note ?? (detail === undefined || detail === '' ? null : detail),
    end: code === undefined || step.what === 'failed' ? null : word(`code.${code}`),
  };
}

/** Jobs of former releases had their dispatch record written in a step of its own, which tells its id. */
function whyOf({ what, detail }: TrailStep) {
  if (what === 'found' && detail.upstream_id !== undefined) return 'why.found-by-hand' as const;
  const isForGood = what === 'account-chosen' && (detail.correlation ?? null) !== null;
  return isForGood ? 'why.account-chosen-for-good' : (`why.${what}` as const);
}

function plainValues({ detail }: TrailStep, labelOf: AccountLabel, language: string) {
  const {
    account = null,
    correlation,
    in_a_row: inARow = 0,
    held_by: heldBy = nothing,
    candidates = nothing,
    fetched_until: until,
    upstream_id: upstreamId = nothing,
    sha256 = nothing,
    size = 0,
    word,
  } = detail;
  return {
    account: account === null ? nothing : labelOf(account),
    correlation: correlation ?? nothing,
    inARow,
    heldBy,
    candidates: Array.isArray(candidates) ? candidates.join(', ') : candidates,
    fetchedUntil:
      until === undefined ? nothing : sayInstant(new Date(until).toISOString(), language),
    upstreamId,
    sha256: sha256.slice(0, 12),
    size: saySize(size, language),
    word: word ?? nothing,
  };
}

function wordedValues(
  { detail: { reason, charge, outcome, code, awaits } }: TrailStep,
  t: Translate<(typeof trailTexts)['en']>,
  word: Translate<(typeof jobWords)['en']>,
) {
  return {
    refusal: reason === undefined ? nothing : word(`refusal.${reason}`),
    charge: charge === undefined ? nothing : t(`charge.${charge}`),
    outcome: outcome === undefined ? nothing : t(`outcome.${outcome}`),
    code: code === undefined ? nothing : word(`code.${code}`),
    awaited: awaits === undefined ? nothing : word(`awaits.${awaits}`),
  };
}

function saidValues(
  { detail: { said, because, candidates } }: TrailStep,
  t: Translate<(typeof providerWords)['en']>,
) {
  const fitting = { candidates: Number(candidates) };
  return {
    said: said === undefined ? nothing : t(`said.${said}`),
    because: because === undefined ? '' : t(`because.${because}`, fitting),
  };
}
