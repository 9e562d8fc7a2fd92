import { describe, expect, it } from 'vitest';
import { knownProviders } from '../../src/known-providers.ts';

describe('the protocols that come with the product', () => {
  it.each(Object.keys(knownProviders))(
    '[providers.places.known] %s has the places its description names',
    async (protocol) => {
      const known = knownProviders[protocol];
      const definition = await known?.load();
      expect(definition?.protocol).toBe(protocol);
      expect(Object.keys(definition?.describe({}).places ?? {}).toSorted()).toEqual(
        known?.places.toSorted(),
      );
    },
  );
});
