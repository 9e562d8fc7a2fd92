export type { CallFields } from './engine/asked-fields.ts';
export { checkDefinition, isDefinition } from './engine/check-definition.ts';
export {
  type AtOnceReading,
  type AtOnceRule,
  type LinkSeal,
  notPolled,
} from './engine/deliver-at-once.ts';
export { findsBy } from './engine/find-task.ts';
export { createTaskProvider, type TaskProviderDeps } from './engine/create-task-provider.ts';
export { type ConnectorFactory, createHttpTransport } from './engine/http-transport.ts';
export type { OpenUrl, OpenUrlCall } from './engine/open-output.ts';
export type { Endpoint } from './engine/endpoint.ts';
export {
  checkEndpointRefusals,
  type EndpointRefusal,
  type SaidForm,
  endpointRefusalSchema,
} from './engine/endpoint-refusals.ts';
export type { OfferedFamily } from './engine/provider-description.ts';
export { unlinkedFamilies } from './engine/linked-kinds.ts';
export type { KeyedAt, LinkAsset } from './engine/provider-call.ts';
export type { SignatureRule, SignedCall } from './engine/notice-signature.ts';
export type { OutputLocation, PollReading, ReadingAside } from './engine/poll-reading.ts';
export type {
  AssetSlot,
  BuiltInEndpoint,
  CallJson,
  CredentialForm,
  FindRule,
  NoticeRule,
  SubmissionMark,
  JsonResponse,
  ListedTask,
  ManyRule,
  ModelFacts,
  MultipartPart,
  PreparedCall,
  ProbeReading,
  ProviderDefinition,
  ProviderDescription,
  ReadCall,
  ReadRefusal,
  RefusalRule,
  UploadRule,
  ListedPage,
} from './engine/provider-description.ts';
export type { TaskFacts, TaskNaming, ReportedFields } from './engine/task-naming.ts';
export { documentedRefusals } from './engine/documented-refusals.ts';
export { bearerKey, defineProvider, withoutOptions } from './engine/provider-description.ts';
export { InTurns } from './engine/in-turns.ts';
export { type LargeResponses, readJson } from './engine/read-json.ts';
export { NotMade, NotSent, NotShown, type SendError } from './engine/transport.ts';
export { type JsonObject, objectIn } from './json/json-fields.ts';
export { type TaskState, taskStateIn } from './json/task-state.ts';
export type { Transport, TransportResponse, TransportCall } from './engine/transport.ts';
export { type KnownProvider, knownProviders } from './known-providers.ts';
export {
  type Carriage,
  checkCarriage,
  checkPixels,
  type InlineMedia,
  type PictureLimits,
} from './models/carriage.ts';
export { largestImageResponse, readImage } from './models/image-response.ts';
export { insertFixed } from './models/insert-fixed.ts';
export { offerVideos, type VideoOffer } from './models/offer-videos.ts';
export {
  checkByFacts,
  everySecond,
  factsOf,
  type ModelCondition,
  type NotAccepted,
  type VideoModelFacts,
} from './models/video-model.ts';
