import { createHash } from 'node:crypto';
import { type OperatorEndpoint, personalityEndpoints } from '../../http/personality-endpoints.ts';
import { signedEndpoint } from '../signed-kling.ts';

/** Returns the secret of this name, most with a character that URLs encode. */
export function canary(name: string): string {
  return createHash('sha256').update(name).digest('base64').slice(0, 43);
}

const image = {
  protocol: 'openai-images',
  model: 'gpt-image-1.5',
  resolutions: ['1k'],
  aspectRatios: ['1:1'],
  durationsSeconds: [],
  makes: 'image',
  hasNoFrames: true,
} as const;
const video = {
  path: '/openai-videos/v1',
  model: 'sora-2',
  resolutions: ['360p'],
  aspectRatios: ['16:9'],
  durationsSeconds: [1],
} as const;

/** Servers that are not the mock. */
export interface OtherServers {
  /** Base URL of a server whose images are behind links to another host. */
  readonly linkingUrl: string;
  /** Entry of that host in `result_hosts`. */
  readonly linkedHost: string;
}

/** Every shipped protocol in each of its dialects, with secrets that are known here, and one of a host program. */
export function sweptEndpoints({
  linkingUrl,
  linkedHost,
}: OtherServers): readonly OperatorEndpoint[] {
  const linking = { ...image, origin: linkingUrl, path: '' };
  const others: readonly Omit<OperatorEndpoint, 'secrets'>[] = [
    { ...video, name: 'keyed', protocol: 'keyed-videos' },
    { ...image, name: 'images', path: '/openai-images/v1' },
    { ...linking, name: 'linked', resultHosts: [linkedHost] },
    { ...linking, name: 'linked-elsewhere' },
    { ...video, name: 'behind-proxy', protocol: 'openai-videos', origin: 'https://video.example' },
  ];
  // The mock knows the secret key of each access key by its ending.
  const accessKey = canary('access key');
  const pair = { access_key: accessKey, secret_key: `${accessKey}-secret` };
  return [
    ...[...personalityEndpoints, ...others].map((endpoint) => ({
      ...endpoint,
      secrets: { api_key: canary(`account of ${endpoint.name}`) },
    })),
    { ...signedEndpoint, secrets: pair },
  ];
}
