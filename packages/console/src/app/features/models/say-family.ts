import type { TFunction } from 'i18next';
import type { ModelFamily } from '../../api/responses.ts';
import { sayList } from '../../shell/say-list.ts';
import { sayInstant } from '../../shell/say-time.ts';

interface Speech {
  readonly t: TFunction<'models'>;
  readonly language: string;
}

/** Types, inputs and prices of a family as texts. */
export function sayFamily(
  family: ModelFamily,
  speech: Speech,
): readonly (readonly [string, string])[] {
  const { t, language } = speech;
  const isVideo = family.media_type === 'video';
  return [
    [t(isVideo ? 'price' : 'price.image'), sayPrices(family, speech)],
    ...(isVideo ? ([[t('durations'), sayDurations(family, speech)]] as const) : []),
    [t('aspects'), sayList(family.aspect_ratios, language)],
    [t('resolutions'), sayList(family.resolutions, language)],
    ...(isVideo ? ([[t('audio'), t(`audio.${family.audio}`)]] as const) : []),
    [t('references'), sayReferences(family, speech)],
    [t('negative'), t(family.negative_prompt ? 'yes' : 'no')],
    [t('prompt'), t('prompt.limit', { limit: family.prompt_limit.toLocaleString(language) })],
    ...sayRetirement(family, speech),
  ];
}

function sayRetirement(
  { retirement }: ModelFamily,
  { t, language }: Speech,
): readonly (readonly [string, string])[] {
  if (retirement === null) return [];
  const date = sayInstant(retirement.retires_at, language);
  const { replaced_by: successor } = retirement;
  const text =
    successor === null
      ? t('retirement.at', { date })
      : t('retirement.replaced', { date, family: successor });
  return [[t('retirement'), text]];
}

function sayPrices({ prices }: ModelFamily, { t, language }: Speech): string {
  const say = (credits: number): string =>
    t('credits', { count: credits, shown: credits.toLocaleString(language) });
  const [first] = prices;
  if (first === undefined) return '–';
  // A single price for all durations is shown once.
  if (prices.every(({ credits }) => credits === first.credits)) return say(first.credits);
  return prices.map(({ resolution, credits }) => `${resolution}: ${say(credits)}`).join(', ');
}

/** Consecutive seconds are shown as a range. */
function sayDurations({ durations }: ModelFamily, { t }: Speech): string {
  const [first] = durations;
  const last = durations.at(-1);
  if (first === undefined || last === undefined) return '–';
  const isRun = durations.length > 2 && last - first === durations.length - 1;
  return t('seconds', { list: isRun ? `${first}–${last}` : durations.join(', ') });
}

function sayReferences({ references }: ModelFamily, { t, language }: Speech): string {
  const { min, max, kinds, roles } = references;
  if (max === 0) return t('references.none');
  const count = min === max ? String(max) : `${min}–${max}`;
  return t('references.some', {
    count,
    kinds: sayList(
      kinds.map((kind) => t(`kind.${kind}`)),
      language,
    ),
    roles: sayList(
      roles.map((role) => t(`role.${role}`)),
      language,
    ),
  });
}
