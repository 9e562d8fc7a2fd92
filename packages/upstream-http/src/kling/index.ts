import { defineProvider, type ProviderDescription } from '../engine/provider-description.ts';
import { klingCurrent } from './current.ts';
import { klingLegacy } from './legacy.ts';

const dialects: { readonly [dialect: string]: ProviderDescription } = {
  current: klingCurrent,
  legacy: klingLegacy,
};

/** Kling, with `dialect: "legacy"` for accounts that have an access key and a secret key only. */
export const kling = defineProvider({
  protocol: 'kling',
  describe: ({ dialect = 'current', ...others }) => {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new Error(`Kling does not have the option ${unknown}.`);
    const description =
      typeof dialect === 'string' && Object.hasOwn(dialects, dialect)
        ? dialects[dialect]
        : undefined;
    if (description === undefined)
      throw new Error(`The dialect of Kling must be one of ${Object.keys(dialects).join(', ')}.`);
    return description;
  },
});
