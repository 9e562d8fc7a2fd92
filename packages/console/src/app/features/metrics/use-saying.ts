import { useCallback } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { metricsTexts } from './metrics-texts.ts';
import { sayBytes, sayDuration, sayNumber } from './say-number.ts';

/** How counts, sizes and spans are written; functions that stay the same while the language does. */
export function useSaying() {
  const { language } = useTexts(metricsTexts);
  return {
    number: useCallback((value: number) => sayNumber(value, language), [language]),
    duration: useCallback((value: number) => sayDuration(value, language), [language]),
    bytes: useCallback((value: number) => sayBytes(value, language), [language]),
  };
}
