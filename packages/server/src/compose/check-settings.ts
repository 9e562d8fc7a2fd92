import type { Logger, ModelCatalog } from '@filmgate/core';
import { catalogInForce } from '../catalog/catalog-in-force.ts';
import type { CheckSettings, LiveSettings } from '../settings/live-settings.ts';
import { isOpenToOthers, weakKeys, weakKeysBeforeOthers } from '../settings/exposure.ts';
import { wideProxyRanges } from '../settings/proxy-ranges.ts';
import { shortSettingName } from '../settings/setting-name.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Returns the check for settings that are valid one by one and contradict each other, by their short names. */
export function createChecker(catalog: ModelCatalog): CheckSettings {
  return (settings) => {
    const problems: string[] = [];
    if (isOpenToOthers(settings)) {
      problems.push(
        `service_api_key must not be empty while FILMGATE_HOST is ${settings.FILMGATE_HOST}, unless FILMGATE_ALLOW_OPEN=1 is set.`,
      );
    }
    for (const { name, rule } of weakKeysBeforeOthers(settings)) {
      problems.push(
        `${shortSettingName(name)} ${rule} while FILMGATE_HOST is ${settings.FILMGATE_HOST}.`,
      );
    }
    const fitted = catalogInForce(catalog, settings);
    if (fitted.kind === 'refused') {
      const setting = shortSettingName(fitted.setting);
      problems.push(`${setting} does not match the catalog: ${fitted.reason}`);
    }
    return problems;
  };
}

/** Logs settings that are accepted and not advisable, now and whenever a change brings another one. */
export function warnOfSettings(live: Pick<LiveSettings, 'follow'>, log: Logger): void {
  let reported: ReadonlySet<string> = new Set();
  live.follow((settings) => {
    const warnings = warningsOf(settings);
    for (const [problem, setting] of warnings) {
      if (!reported.has(problem)) log.warn('setting_not_advisable', { setting, problem });
    }
    reported = new Set(warnings.keys());
  });
}

/** Returns the names of accepted and inadvisable settings, by the warning about them. */
export function warningsOf(settings: Settings): ReadonlyMap<string, string> {
  const warnings = new Map(
    weakKeys(settings).map(({ name, rule }): readonly [string, string] => [
      `${name} ${rule} before the gateway is exposed beyond loopback.`,
      name,
    ]),
  );
  const wide = wideProxyRanges(settings.FILMGATE_TRUST_PROXY);
  if (wide.length > 0) {
    const problem = `FILMGATE_TRUST_PROXY trusts ${wide.join(', ')}: every client in these ranges can claim any address. Name the exact address of the proxy.`;
    warnings.set(problem, 'FILMGATE_TRUST_PROXY');
  }
  return warnings;
}
