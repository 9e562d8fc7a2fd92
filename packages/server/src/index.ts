export { type ComposeOverrides, composeGateway, type RunningGateway } from './compose.ts';
export {
  readSettings,
  type SettingsResult,
  type ReadSettings,
  type ReadSettingsOptions,
} from './settings/read-settings.ts';
export type { Settings, SettingName } from './settings/settings-schema.ts';
export type { AdminPassword } from './compose/admin-password.ts';
export type { CompleteSettings, ComposedPorts } from './compose/compose-ports.ts';
export type { Links } from './compose/links.ts';
export type { GatewayServices } from './compose/gateway-services.ts';
export type { OperationSampling } from './compose/operation-sampling.ts';
export type { OperatorInput } from './compose/operator-choices.ts';
export type { LinkSigner } from './compose/signer.ts';
export type { Upstreams } from './compose/upstreams.ts';
export type { CountedRequest } from './metrics/request-metrics.ts';
export type { GatewayMetrics } from './metrics/gateway-metrics.ts';
export type {
  ConfiguredEndpoint,
  DescribedEndpoint,
  Endpoints,
  ProviderReach,
} from './providers/endpoints.ts';
export type {
  CheckSettings,
  LiveSettings,
  SettingsChange,
  ShownSetting,
} from './settings/live-settings.ts';
export type { RequestedChanges } from './settings/read-setting-changes.ts';
export type { Environment } from './settings/read-settings.ts';
export type { KeyComparison } from './compose/gateway-services.ts';
export type { SampleSource } from './compose/operation-sampling.ts';
export type { ChangedSettings } from './settings/live-settings.ts';
export type { SettingDescription } from './settings/setting-description.ts';
export type { Declared } from './settings/settings-schema.ts';
export type {
  DeclaredSetting,
  SettingGroup,
  SettingUnit,
} from './settings/declared/declared-setting.ts';
export type { BothLanguages } from './settings/texts/setting-texts.ts';
