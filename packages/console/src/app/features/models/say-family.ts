import type { ModelFamily } from '../../api/responses.ts';
import type { Translate } from '../../texts/use-texts.ts';
import type { modelsTexts } from './models-texts.ts';

interface Speech {
  readonly t: Translate<(typeof modelsTexts)['en']>;
  readonly language: string;
}

/** What a family makes, takes and costs, in words. */
export function sayFamily(
  family: ModelFamily,
  speech: Speech,
): readonly (readonly [string, string])[] {
  const { t, language } = speech;
  const isVideo = family.media_type === 'video';
  return [
    [t(isVideo ? 'price' : 'price.image'), sayPrices(family, speech)],
    ...(isVideo ? ([[t('durations'), sayDurations(family, speech)]] as const) : []),
    [t('aspects'), family.aspect_ratios.join(', ')],
    [t('resolutions'), family.resolutions.join(', ')],
    ...(isVideo ? ([[t('audio'), t(`audio.${family.audio}`)]] as const) : []),
    [t('references'), sayReferences(family, speech)],
    [t('negative'), t(family.negative_prompt ? 'yes' : 'no')],
    [t('prompt'), t('prompt.limit', { limit: family.prompt_limit.toLocaleString(language) })],
  ];
}

function sayPrices({ prices }: ModelFamily, { t, language }: Speech): string {
  const say = (credits: number): string =>
    t('credits', { count: credits, shown: credits.toLocaleString(language) });
  const [first] = prices;
  if (first === undefined) return '–';
  // One price for all is said once.
  if (prices.every(({ credits }) => credits === first.credits)) return say(first.credits);
  return prices.map(({ resolution, credits }) => `${resolution}: ${say(credits)}`).join(', ');
}

/** A run of seconds is said by its ends. */
function sayDurations({ durations }: ModelFamily, { t }: Speech): string {
  const [first] = durations;
  const last = durations.at(-1);
  if (first === undefined || last === undefined) return '–';
  const isRun = durations.length > 2 && last - first === durations.length - 1;
  return t('seconds', { list: isRun ? `${first}–${last}` : durations.join(', ') });
}

function sayReferences({ references }: ModelFamily, { t }: Speech): string {
  const { min, max, kinds, roles } = references;
  if (max === 0) return t('references.none');
  const count = min === max ? String(max) : `${min}–${max}`;
  const comma = t('references.comma');
  return t('references.some', {
    count,
    kinds: kinds.map((kind) => t(`kind.${kind}`)).join(comma),
    roles: roles.map((role) => t(`role.${role}`)).join(comma),
  });
}
