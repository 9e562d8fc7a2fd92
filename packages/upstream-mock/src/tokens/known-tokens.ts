import { tokenReaders } from './token-readers.ts';

/** Every token the mock knows, in the form it is written. */
export const knownTokens: readonly string[] = [...tokenReaders.values()].map(({ form }) => form);
