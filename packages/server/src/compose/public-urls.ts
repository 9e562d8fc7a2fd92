import { isLoopback } from '../settings/exposure.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Address of one listener: its bound address once it listens, and its public URL. */
export class ListenerAddress {
  readonly #host: string;
  readonly #givenUrl: () => string | undefined;
  #port: number;

  /** @param givenUrl - returns the configured public URL; read at each use */
  constructor(host: string, port: number, givenUrl: () => string | undefined) {
    this.#host = host;
    this.#port = port;
    this.#givenUrl = givenUrl;
  }

  /** Sets the port that the system chose for port 0. */
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

  /** The bound address; for all addresses of the machine, the one that a caller on the machine uses. */
  boundUrl(): string {
    const host = everyAddress.get(this.#host) ?? this.#host;
    const inUrl = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
    return `http://${inUrl}:${this.#port}`;
  }
}

/** Wildcard addresses, each with an address that can be called. */
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
