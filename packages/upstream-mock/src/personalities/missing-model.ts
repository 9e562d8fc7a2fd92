import { stripMagicTokens } from '../tokens/strip-magic-tokens.ts';

/** Models are named freely; this name stands for those that do not exist. */
export const missingModel = 'no-such-model';

/** Tokens aside. */
export function isMissingModel(name: string): boolean {
  return stripMagicTokens(name) === missingModel;
}
