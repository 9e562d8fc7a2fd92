import {
  InvalidArgumentError,
  type SharedV4ProviderOptions,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';

/** Options in `providerOptions.filmgate`. */
export type FilmgateVideoOptions = {
  /** Key of this order, 1 to 255 visible ASCII characters; the same key is the same video. One is made if absent. */
  readonly idempotencyKey?: string;
  /** Resolution by its name, such as `720p`, in place of the pixels in `resolution`. */
  readonly resolution?: string;
  /** Milliseconds between two reads of a video that `generateVideo` waits for; 3000 if absent. */
  readonly pollIntervalMs?: number;
  /** Milliseconds that `generateVideo` waits for a video at most; 600000 if absent. */
  readonly pollTimeoutMs?: number;
};

/** The options with their defaults. */
export interface ReadOptions {
  readonly idempotencyKey: string | undefined;
  readonly resolution: string | undefined;
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
}

const defaultIntervalMs = 3000;
const defaultTimeoutMs = 600_000;
/** The longest wait of a timer. */
const longestMs = 2 ** 31 - 1;
const known: readonly string[] = [
  'idempotencyKey',
  'resolution',
  'pollIntervalMs',
  'pollTimeoutMs',
] satisfies readonly (keyof FilmgateVideoOptions)[];

/**
 * Reads `providerOptions.filmgate`; those of other providers are not looked at.
 *
 * @throws UnsupportedFunctionalityError for an unknown option, InvalidArgumentError for a bad value
 */
export function readVideoOptions(providerOptions: SharedV4ProviderOptions): ReadOptions {
  const given = providerOptions['filmgate'] ?? {};
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const functionality = `providerOptions.filmgate.${unknown}`;
    const message = `${functionality} is unknown; the options are ${known.join(', ')}.`;
    throw new UnsupportedFunctionalityError({ functionality, message });
  }
  return {
    idempotencyKey: readKey(given['idempotencyKey'], optionName('idempotencyKey')),
    resolution: readText(given['resolution']),
    pollIntervalMs: readMs(given['pollIntervalMs'], 'pollIntervalMs') ?? defaultIntervalMs,
    pollTimeoutMs: readMs(given['pollTimeoutMs'], 'pollTimeoutMs') ?? defaultTimeoutMs,
  };
}

/**
 * Returns a valid key, or undefined without one.
 *
 * @param argument name of the option or header that it came from
 */
export function readKey(value: unknown, argument: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)) return value;
  throw invalid(argument, 'must have 1 to 255 visible ASCII characters');
}

function readText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(optionName('resolution'), 'must be the name of a resolution, such as 720p');
}

function readMs(value: unknown, name: keyof FilmgateVideoOptions): number | undefined {
  if (value === undefined) return undefined;
  const isTime = typeof value === 'number' && Number.isInteger(value);
  if (isTime && value >= 1 && value <= longestMs) return value;
  throw invalid(optionName(name), `must be a whole number from 1 to ${longestMs}`);
}

function optionName(name: keyof FilmgateVideoOptions): string {
  return `providerOptions.filmgate.${name}`;
}

function invalid(argument: string, rule: string): InvalidArgumentError {
  return new InvalidArgumentError({ argument, message: `${argument} ${rule}.` });
}
