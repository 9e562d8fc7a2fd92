import { useCallback } from 'react';
import { sayBytes, sayDuration, sayNumber } from './say-number.ts';
import { useLanguage } from '../../texts/use-language.ts';

/** Formatters for counts, sizes and spans; stable while the language stays the same. */
export function useSaying() {
  const language = useLanguage();
  return {
    number: useCallback((value: number) => sayNumber(value, language), [language]),
    duration: useCallback((value: number) => sayDuration(value, language), [language]),
    bytes: useCallback((value: number) => sayBytes(value, language), [language]),
  };
}
