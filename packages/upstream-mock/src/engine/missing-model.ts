import { stripMagicTokens } from '../job/strip-magic-tokens.ts';

/** Name of a model that does not exist; any other name does. */
export const missingModel = 'no-such-model';

/** Ignores tokens. */
export function isMissingModel(name: string): boolean {
  return stripMagicTokens(name) === missingModel;
}
