import type { Logger } from '@filmgate/core';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { wideProxyRanges } from '../settings/proxy-ranges.ts';
import { weakKeys } from '../settings/weak-keys.ts';

/** Tells the log of settings that are taken and not advisable, now and whenever a change brings another one. */
export function warnOfSettings(live: Pick<LiveSettings, 'follow'>, log: Logger): void {
  let told: ReadonlySet<string> = new Set();
  live.follow((settings) => {
    const warnings = warningsOf(settings);
    for (const [problem, setting] of warnings) {
      if (!told.has(problem)) log.warn('setting_not_advisable', { setting, problem });
    }
    told = new Set(warnings.keys());
  });
}

/** Names of settings by what is said of them. */
function warningsOf(settings: Settings): ReadonlyMap<string, string> {
  const warnings = new Map(
    weakKeys(settings).map(({ name, rule }): readonly [string, string] => [
      `${name} ${rule} before others can reach the gateway.`,
      name,
    ]),
  );
  const wide = wideProxyRanges(settings.FILMGATE_TRUST_PROXY);
  if (wide.length > 0) {
    const problem = `FILMGATE_TRUST_PROXY trusts ${wide.join(', ')}: any caller from there can claim any address. Name the address of the proxy.`;
    warnings.set(problem, 'FILMGATE_TRUST_PROXY');
  }
  return warnings;
}
