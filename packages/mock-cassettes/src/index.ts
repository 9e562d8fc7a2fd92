export { inlineShape, inlineVideo, type VideoFacts } from './cassette/cassette-line.ts';
export {
  type Cassette,
  type Exchange,
  readCassette,
  type ReadProgress,
} from './cassette/read-cassette.ts';
export { videoFacts } from './cassette/video-facts.ts';
export { check, wrongKey } from './check/check-command.ts';
export { filled, type ProviderFixture, readFixtures } from './check/provider-fixture.ts';
export { type ResponseDifference, responseDifferences } from './check/response-differences.ts';
export { idOfForm } from './exchange/job-id.ts';
export { fieldsOf, jsonIn } from './json/json-leaves.ts';
export { namedBy, type SeenRequest, seeRequest } from './exchange/seen-request.ts';
export { record, redact } from './record/record-command.ts';
export { openRecorder, type Recorder, type RecorderOptions } from './record/recorder.ts';
export { pathShape } from './replay/recorded-outcome.ts';
export {
  type FoundExchanges,
  isAcceptance,
  isSubmission,
  RecordedUpstream,
} from './replay/recorded-upstream.ts';
