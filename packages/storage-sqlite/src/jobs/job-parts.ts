import type {
  GenerationRequest,
  JobFailure,
  PreparedSubmission,
  StoredResult,
  UpstreamHandle,
  UpstreamOutput,
  Warning,
} from '@filmgate/core';

/** What of a request stands in its JSON column; the rest has columns of its own. */
export interface RequestPart extends Omit<GenerationRequest, 'model' | 'family' | 'prompt'> {
  /** Only for a prompt that is not well-formed Unicode, which a text column would alter. */
  readonly prompt?: string;
}

/** How the JSON columns of a job are read. */
export interface PartReader {
  request(text: string): RequestPart;
  warnings(text: string): readonly Warning[];
  refusedBy(text: string): readonly string[];
  submission(text: string): PreparedSubmission;
  handle(text: string): UpstreamHandle;
  output(text: string): UpstreamOutput;
  result(text: string): StoredResult;
  failure(text: string): JobFailure;
}

/**
 * Reads what this store wrote itself, without looking at it again: reading a finished job must not cost more than
 * finding it.
 */
export const trustingReader: PartReader = {
  request: (text) => parse<RequestPart>(text),
  warnings: (text) => parse<readonly Warning[]>(text),
  refusedBy: (text) => parse<readonly string[]>(text),
  submission: (text) => parse<PreparedSubmission>(text),
  handle: (text) => parse<UpstreamHandle>(text),
  output: (text) => parse<UpstreamOutput>(text),
  result: (text) => parse<StoredResult>(text),
  failure: (text) => parse<JobFailure>(text),
};

function parse<Part>(text: string): Part {
  return JSON.parse(text) as Part;
}
