export { type ComposeOverrides, composeGateway, type RunningGateway } from './compose.ts';
export { readSettings, type SettingsResult } from './settings/read-settings.ts';
export type { Settings } from './settings/settings-schema.ts';
