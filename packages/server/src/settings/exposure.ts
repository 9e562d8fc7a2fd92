import { isIPv4 } from 'node:net';
import type { SettingName, Settings } from './settings-schema.ts';

/** True if others on the network need no key, and the operator did not allow that [admin.settings.not-opened]. */
export function isOpenToOthers(settings: Settings): boolean {
  const { FILMGATE_SERVICE_API_KEY: key = '', FILMGATE_HOST: host } = settings;
  return key === '' && !isLoopback(host) && !settings.FILMGATE_ALLOW_OPEN;
}

/** True if an address to bind to can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith('127.');
  return host === 'localhost' || host === '::1' || host === '[::1]';
}

/** A setting with a guessable key, and the rule for a better one; never the key. */
export interface WeakKey {
  readonly name: SettingName;
  /** Continues a sentence after the name of the setting. */
  readonly rule: string;
}

/** Keys that an operator chooses, and that callers send in clear text. */
const chosenKeys = [
  'FILMGATE_SERVICE_API_KEY',
  'FILMGATE_NATIVE_API_KEY',
  'FILMGATE_METRICS_TOKEN',
] as const satisfies readonly SettingName[];

const leastCharacters = 16;
const leastVariety = 6;

/** Returns the configured keys that could be guessed. */
export function weakKeys(settings: Settings): readonly WeakKey[] {
  return chosenKeys.flatMap((name) => {
    const { [name]: key = '' } = settings;
    const rule = key === '' ? undefined : brokenRule(key);
    return rule === undefined ? [] : [{ name, rule }];
  });
}

/** Returns the guessable keys where others on the network could try them. */
export function weakKeysBeforeOthers(settings: Settings): readonly WeakKey[] {
  return isLoopback(settings.FILMGATE_HOST) ? [] : weakKeys(settings);
}

function brokenRule(key: string): string | undefined {
  const characters = Array.from(key);
  if (characters.length < leastCharacters)
    return `must have at least ${leastCharacters} characters`;
  return new Set(characters).size < leastVariety
    ? `must have at least ${leastVariety} different characters`
    : undefined;
}
