import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { TrailStep } from '../../../api/responses.ts';
import { sayInstant, saySize } from '../../../shell/say-time.ts';
import { jobDetailsTexts } from '../../../texts/job-details.ts';
import { useLanguage } from '../../../texts/use-language.ts';
import { jobWordsTexts } from '../../../texts/job-words.ts';

/** Returns the label of an account, or its id after deletion. */
export type AccountLabel = (id: string) => string;

/** Texts of a step. */
export interface StepWords {
  readonly what: string;
  readonly why: string;
  /** Actor of the step. */
  readonly who: string;
  /** Text of the provider or an operator, unchanged. */
  readonly quote: string | null;
  /** Reason of the failure, when the step ended the job and does not name it. */
  readonly end: string | null;
}

const nothing = '–';

/** Exhaustive over the kinds of steps by the types of the texts: a kind without a text does not compile. */
export function useStepWords(step: TrailStep, labelOf: AccountLabel): StepWords {
  const { t } = useTranslation(jobDetailsTexts);
  const language = useLanguage();
  const { t: word } = useTranslation(jobWordsTexts);
  const values = {
    ...plainValues(step, labelOf, language),
    ...wordedValues(step, t, word),
    ...saidValues(step, t),
  };
  const { detail, note, code } = step.detail;
  return {
    what: t(`trail.what.${step.what}`, values),
    why: t(whyOf(step), values),
    who:
      step.actor === null ? t(`trail.by.${step.by}`) : t('trail.by.named', { actor: step.actor }),
    quote: note ?? (detail === undefined || detail === '' ? null : detail),
    end: code === undefined || step.what === 'failed' ? null : word(`code.${code}`),
  };
}

/** Jobs of earlier releases have a separate step for the dispatch record, with its id. */
function whyOf({ what, detail }: TrailStep) {
  if (what === 'found' && detail.upstream_id !== undefined)
    return 'trail.why.found-by-hand' as const;
  if (what === 'upstream-failed' && detail.charge !== undefined && detail.charge !== 'unknown')
    return `trail.why.upstream-failed.${detail.charge}` as const;
  const isForGood = what === 'account-chosen' && (detail.correlation ?? null) !== null;
  return isForGood ? 'trail.why.account-chosen-for-good' : (`trail.why.${what}` as const);
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
  { detail: { reason, outcome, code, awaits } }: TrailStep,
  t: TFunction<'job-details'>,
  word: TFunction<'job-words'>,
) {
  return {
    refusal: reason === undefined ? nothing : word(`refusal.${reason}`),
    outcome: outcome === undefined ? nothing : t(`trail.outcome.${outcome}`),
    code: code === undefined ? nothing : word(`code.${code}`),
    awaited: awaits === undefined ? nothing : word(`awaits.${awaits}`),
  };
}

function saidValues(
  { detail: { said, because, candidates } }: TrailStep,
  t: TFunction<'job-details'>,
) {
  const fitting = { candidates: Number(candidates) };
  return {
    said: said === undefined ? nothing : t(`trail.said.${said}`),
    because: because === undefined ? '' : t(`trail.because.${because}`, fitting),
  };
}
