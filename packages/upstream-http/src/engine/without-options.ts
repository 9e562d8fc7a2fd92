import type { ProviderDefinition, ProviderDescription } from './provider-description.ts';

/** Defines a protocol whose endpoints have no options of their own. */
export function withoutOptions(description: ProviderDescription): ProviderDefinition {
  const { protocol, displayName } = description;
  return {
    protocol,
    describe: (options) => {
      const [unknown] = Object.keys(options);
      if (unknown === undefined) return description;
      throw new Error(`${displayName} does not have the option ${unknown}.`);
    },
  };
}
