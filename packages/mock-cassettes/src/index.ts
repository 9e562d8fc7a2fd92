export {
  type ExchangeLine,
  inlineShape,
  inlineVideo,
  type VideoFacts,
} from './cassette/cassette-line.ts';
export {
  type Cassette,
  type Exchange,
  readCassette,
  type ReadProgress,
} from './cassette/cassette-folder.ts';
export { videoFacts } from './cassette/video-facts.ts';
export { check, type CheckCommand, wrongKey } from './check/check-command.ts';
export { filled, type ProviderFixture, readFixtures } from './check/provider-fixture.ts';
export {
  type ResponseDifference,
  responseDifferences,
  type SeenResponse,
} from './check/response-differences.ts';
export { idOfForm } from './exchange/job-id.ts';
export { fieldsOf, jsonIn } from './json/json-leaves.ts';
export {
  namedBy,
  type ReadForm,
  type RecordedRequest,
  type SeenRequest,
  seeRequest,
} from './exchange/seen-request.ts';
export { record, type RecordCommand, redact } from './record/record-command.ts';
export { openRecorder, type Recorder, type RecorderOptions } from './record/recorder.ts';
export type { RecordingEnd, RecordingOptions } from './record/recording.ts';
export { pathShape, type RecordedOutcome } from './replay/recorded-outcome.ts';
export {
  type FoundExchanges,
  isAcceptance,
  isSubmission,
  RecordedUpstream,
} from './replay/recorded-upstream.ts';
