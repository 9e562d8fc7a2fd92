import type { BuiltInEndpoint, ProviderDescription } from '../engine/provider-description.ts';

/** Hosts that served Kling's finished videos: its own, and the one it uses in China. */
const resultHosts = ['*.klingai.com', '*.kling.ai', '*.kechuangai.com'];

/** Kling's endpoints. A key belongs to one of them. */
export const endpoints: { readonly [id: string]: BuiltInEndpoint } = {
  'kling-global': { baseUrl: 'https://api-singapore.klingai.com', resultHosts },
  'kling-cn': { baseUrl: 'https://api-beijing.klingai.com', resultHosts },
};

/** Kling states none of these: they are our values, and generous where too short a time would lose a video. */
export const timing: ProviderDescription['timing'] = {
  minimumPollIntervalMs: 5_000,
  visibilityLagMs: 600_000,
  reconcileAfterMs: 10_000,
  sendTimeoutMs: 120_000,
  jobDeadlineMs: 86_400_000,
  probeEveryMs: 600_000,
};
