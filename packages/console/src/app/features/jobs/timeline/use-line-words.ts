import type { TrailLine } from '../../../api/schemas/job-trail.ts';
import { saySize } from '../../../shell/say-time.ts';
import { type Translate, useTexts } from '../../../texts/use-texts.ts';
import { jobWords } from '../job-words.ts';
import type { AccountLabel } from './account-label.ts';
import { trailTexts } from './trail-texts.ts';

/** A line of a trail in words. */
export interface LineWords {
  readonly what: string;
  readonly why: string;
  readonly who: string;
  /** What somebody said word for word: an upstream, or an operator. */
  readonly quote: string | null;
}

const nothing = '–';

/** Total over the kinds of lines by the types of the texts: a kind without words does not compile. */
export function useLineWords(line: TrailLine, labelOf: AccountLabel): LineWords {
  const { t, language } = useTexts(trailTexts);
  const { t: word } = useTexts(jobWords);
  const values = { ...plainValues(line, labelOf, language), ...wordedValues(line, t, word) };
  const { detail, note } = line.detail;
  return {
    what: t(`what.${line.what}`, values),
    why: t(`why.${line.what}`, values),
    who: line.actor === null ? t(`by.${line.by}`) : t('by.named', { actor: line.actor }),
    quote: note ?? (detail === undefined || detail === '' ? null : detail),
  };
}

function plainValues({ detail }: TrailLine, labelOf: AccountLabel, language: string) {
  const {
    account = null,
    correlation,
    in_a_row: inARow = 0,
    held_by: heldBy = nothing,
    candidates = nothing,
    sha256 = nothing,
    size = 0,
    word,
  } = detail;
  return {
    account: account === null ? nothing : labelOf(account),
    correlation: correlation ?? nothing,
    inARow,
    heldBy,
    candidates,
    sha256: sha256.slice(0, 12),
    size: saySize(size, language),
    word: word ?? nothing,
  };
}

function wordedValues(
  { detail: { reason, charge, outcome, code, awaits } }: TrailLine,
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
