import {
  type BuiltInPlace,
  defineProvider,
  type ProviderDescription,
} from '../engine/provider-description.ts';
import { klingCurrent } from './current.ts';
import { klingLegacy } from './legacy.ts';

/** Hosts Kling's finished films were seen at: its own, and the one it uses in China. */
const resultHosts = ['*.klingai.com', '*.kling.ai', '*.kechuangai.com'];

/** Where Kling is spoken. A key belongs to one of them. */
export const places: { readonly [id: string]: BuiltInPlace } = {
  'kling-global': { baseUrl: 'https://api-singapore.klingai.com', resultHosts },
  'kling-cn': { baseUrl: 'https://api-beijing.klingai.com', resultHosts },
};

/** Kling states none of these: they are ours, and wide where too short a time would lose a film. */
export const timing: ProviderDescription['timing'] = {
  minimumPollIntervalMs: 5_000,
  visibilityLagMs: 600_000,
  reconcileAfterMs: 10_000,
  sendTimeoutMs: 120_000,
  jobDeadlineMs: 86_400_000,
  probeEveryMs: 600_000,
};

const dialects: { readonly [dialect: string]: ProviderDescription } = {
  current: klingCurrent,
  legacy: klingLegacy,
};

/** Kling, with `dialect: "legacy"` for accounts that have an access key and a secret key only. */
export const kling = defineProvider({
  protocol: 'kling',
  describe: ({ dialect = 'current', ...others }) => {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new Error(`Kling has no option ${unknown}.`);
    const description =
      typeof dialect === 'string' && Object.hasOwn(dialects, dialect)
        ? dialects[dialect]
        : undefined;
    if (description === undefined)
      throw new Error(`The dialect of Kling is one of ${Object.keys(dialects).join(', ')}.`);
    return description;
  },
});
