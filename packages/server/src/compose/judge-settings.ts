import type { ModelCatalog } from '@filmgate/core';
import { catalogInForce } from '../catalog/catalog-in-force.ts';
import type { JudgeSettings } from '../settings/live-settings.ts';
import { isOpenToOthers } from '../settings/open-to-others.ts';
import { shortSettingName } from '../settings/setting-name.ts';
import { weakKeysBeforeOthers } from '../settings/weak-keys.ts';

/** What forbids settings that are each right, by their short names. */
export function createJudge(catalog: ModelCatalog): JudgeSettings {
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
      problems.push(`${setting} does not fit the catalog: ${fitted.reason}`);
    }
    return problems;
  };
}
