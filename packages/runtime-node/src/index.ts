export { createSystemClock, type SystemClock } from './clock/system-clock.ts';
export {
  type CredentialKeyReading,
  type CredentialKeys,
  type CredentialKeysOptions,
  createCredentialKeys,
} from './credentials/credential-keys.ts';
export {
  newOneTimeSecret,
  oneTimeCodeUri,
  stepOfOneTimeCode,
} from './credentials/one-time-codes.ts';
export type { Argon2idCost, PasswordCost, ScryptCost } from './credentials/password-encoding.ts';
export {
  ARGON2ID_COST,
  createPasswordHasher,
  type PasswordHasher,
  type PasswordHasherOptions,
  type PasswordVerdict,
  SCRYPT_COST,
} from './credentials/password-hash.ts';
export { createKeyedDigest } from './crypto/sha256-digest.ts';
export { createDigest, type Sha256Digest, type Sha256Stream } from './crypto/sha256-digest.ts';
export { countOperations } from './metrics/count-operations.ts';
export { createSampler, type Sampler, type SamplerInput } from './metrics/create-sampler.ts';
export {
  createDiskWatch,
  type DiskPaths,
  type DiskUse,
  type DiskWatch,
  type DiskWatchInput,
} from './metrics/disk-use.ts';
export { createFreeSpace, type FreeSpaceInput } from './metrics/free-space.ts';
export {
  type SampledRequest,
  OperationMetrics,
  type MinuteMetrics,
  type Measured,
} from './metrics/operation-metrics.ts';
export type { AllowedHost, AllowedHosts } from './guarded-fetch/parse-allowed-hosts.ts';
export type { ResolveHost } from './guarded-fetch/guarded-connector.ts';
export {
  defaultRetention,
  openGateway,
  type OpenGateway,
  type OpenGatewayInput,
} from './gateway/open-gateway.ts';
export {
  createGuardedFetch,
  type FetchedBytes,
  type GuardedFetch,
} from './guarded-fetch/guarded-fetch.ts';
export {
  GuardedFetchError,
  type GuardedFetchRefusal,
  type GuardedFetchRefusalReason,
  guardedFetchRefusalReasons,
} from './guarded-fetch/guarded-fetch-refusal.ts';
export {
  createOpenGuarded,
  type GuardedFetchOptions,
  type OpenedResponse,
  type GuardedCall,
  type OpenGuarded,
} from './guarded-fetch/open-guarded.ts';
export {
  type AllowedHostProblem,
  type AllowedHostsReading,
  parseAllowedHosts,
} from './guarded-fetch/parse-allowed-hosts.ts';
export { type HttpProxy, parseProxyUrl, type ProxyUrlReading } from './proxy/http-proxy.ts';
export type { TunnelDestination } from './proxy/open-tunnel.ts';
export { createOutboundProxy, type OutboundProxy } from './proxy/outbound-proxy.ts';
export { createProxiedConnector, type ProxiedConnectorOptions } from './proxy/proxied-connector.ts';
export {
  createTimeOrderedIds,
  type TimeOrderedIds,
  type TimeOrderedIdsOptions,
} from './identity/time-ordered-ids.ts';
export { inspectMedia } from './media/inspect-media.ts';
export { createMediaInspector, type MediaInspector } from './media/media-inspector.ts';
export { recogniseMedia } from './media/recognise-media.ts';
export { SNIFF_BYTES } from './media/sniff-audio-frames.ts';
export { sniffMediaType } from './media/sniff-media-type.ts';
export { type MasterKey, type MasterKeyReading, parseMasterKey } from './secrets/secret-box.ts';
export {
  createSecretBox,
  type OpenedSecret,
  type SecretBox,
  type SecretBoxOptions,
} from './secrets/secret-box.ts';
export { createRunner } from './runner/create-runner.ts';
export type { Runner } from './runner/runner-options.ts';
export { defaultRunnerOptions, type RunnerOptions } from './runner/runner-options.ts';
export { createResponseSpool, type FileResponseSpool } from './spool/create-response-spool.ts';
export { createLeaderLease, type LeaderLease } from './retention/leader-lease.ts';
export {
  boundRequestLog,
  type RequestLogBound,
  type RequestLogBoundInput,
} from './retention/bound-request-log.ts';
export {
  createTimeWatch,
  type TimeJump,
  type TimeWatch,
  type TimeWatchInput,
} from './retention/time-watch.ts';
export {
  createRetention,
  type RetentionTimes,
  type Retention,
} from './retention/create-retention.ts';
export type { DefaultedPorts } from './gateway/open-gateway.ts';
export { refuseMovedStore } from './gateway/refuse-moved-store.ts';
export { type OwnAccount, WiringError } from './gateway/check-wiring.ts';
export { bringResponses, createResponseBringing } from './spool/bring-responses.ts';
export { type RepeatedWork, repeatWork } from './work/repeated-work.ts';
