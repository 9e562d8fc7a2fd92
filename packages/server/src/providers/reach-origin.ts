import { Client } from 'undici';
import { connectorsBy, type ProxySettings } from './outbound-proxy.ts';

const connectTimeoutMs = 10_000;

/**
 * Requests an origin, through the proxy of the settings.
 *
 * @returns its clock, as ms since the epoch; undefined if the response has no date
 * @throws Error when no response came
 */
export async function reachOrigin(
  origin: string,
  { signal, settings }: { readonly signal: AbortSignal; readonly settings: ProxySettings },
): Promise<number | undefined> {
  const timeout = connectTimeoutMs;
  const connector = connectorsBy(settings)?.({ timeout, allowH2: false, signal });
  const client = new Client(origin, { connect: connector ?? { timeout } });
  try {
    const { headers, body } = await client.request({ method: 'HEAD', path: '/', signal });
    await body.dump();
    const date = Date.parse(String(headers['date']));
    return Number.isNaN(date) ? undefined : date;
  } finally {
    await client.destroy();
  }
}
