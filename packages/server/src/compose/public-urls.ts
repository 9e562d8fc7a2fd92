import { isLoopback } from '../settings/exposure.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** One listener's way in: the address it is bound to once it listens, and how it is reached from outside. */
export class ListenerAddress {
  readonly #host: string;
  readonly #givenUrl: () => string | undefined;
  #port: number;

  /** @param givenUrl - the configured public URL; read at each use */
  constructor(host: string, port: number, givenUrl: () => string | undefined) {
    this.#host = host;
    this.#port = port;
    this.#givenUrl = givenUrl;
  }

  /** The port the system chose, where 0 was asked for. */
  listening(port: number): void {
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  /** The configured public URL, or the bound address. */
  publicUrl(): string {
    return this.#givenUrl() ?? this.boundUrl();
  }

  /** The bound address; where that is every address of the machine, the one a caller on the machine uses. */
  boundUrl(): string {
    const host = everyAddress.get(this.#host) ?? this.#host;
    const inUrl = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
    return `http://${inUrl}:${this.#port}`;
  }
}

/** Names of all addresses at once, with one that can be called. */
const everyAddress: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
  ['[::]', '::1'],
]);

/** Origins of the local listener's own pages [login.own-origin]. */
export function ownOrigins(settings: Settings, address: ListenerAddress): readonly string[] {
  const names = isLoopback(settings.FILMGATE_HOST) ? ['localhost', '127.0.0.1', '[::1]'] : [];
  return [
    new URL(settings.FILMGATE_LOCAL_PUBLIC_URL ?? address.boundUrl()).origin,
    ...settings.FILMGATE_ALLOWED_ORIGINS,
    ...names.map((name) => `http://${name}:${address.port}`),
  ];
}
