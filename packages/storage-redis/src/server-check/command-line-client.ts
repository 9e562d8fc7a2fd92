import type { ServerFacts } from './server-facts.ts';

/** The program that comes with a server and talks to it: what the commands an operator is given begin with. */
export function commandLineClient({ product }: Pick<ServerFacts, 'product'>): string {
  return product === 'valkey' ? 'valkey-cli' : 'redis-cli';
}
