import { isIPv4 } from 'node:net';

/** Whether an address to bind to can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith('127.');
  return host === 'localhost' || host === '::1' || host === '[::1]';
}
