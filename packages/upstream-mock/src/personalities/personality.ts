import type { IncomingHttpHeaders } from 'node:http';
import type { WordCallback } from '../callbacks/word-callback.ts';
import type { JobResults } from '../wire/job-results.ts';
import type { ProviderReply, WantedRange } from '../wire/provider-request.ts';
import type { ResultLinks } from '../wire/result-links.ts';
import type { MockSubmission } from '../world/mock-job.ts';
import type { ProviderState } from '../world/provider-state.ts';

/** A call to a provider's wire, however it travels. */
export interface PersonalityCall {
  readonly method: string;
  /** Path below the personality's prefix, with query: as the provider's own documents write it. */
  readonly url: URL;
  /** URL of the prefix as the caller reached it: what links to results begin with. No slash at the end. */
  readonly base: string;
  /** The provider's own host that the caller named, which stands for the prefix; null where the path has that. */
  readonly host: string | null;
  /** By lower-case name; undefined unless the request has exactly one. */
  header(name: string): string | undefined;
  /** Every header by its lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** Reads the body, at most so many bytes. Rejects when the connection breaks first. */
  readBody(longest: number): Promise<CallBody>;
  readonly range: WantedRange | null;
  readonly wait: CallerWait;
}

/** Keeps the caller of one call waiting. */
export interface CallerWait {
  /** Whether so many callers wait in the space that no other may. */
  readonly isFull: boolean;
  /** Resolves at this instant of the space's clock, or when the wait has another end. It is asked for again when something happens. */
  until(instant: () => number): Promise<WaitEnd>;
}

/** `too-long`: by the real clock, which a clock that stands still does not stop; `released`: the space lets go of all who wait. */
export type WaitEnd = 'due' | 'too-long' | 'left' | 'released';

export type CallBody =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too-long' };

/** What the body of a submission asks for: its name and its wire are not in it. */
export type SubmissionBody = Omit<MockSubmission, 'correlationId' | 'wire'>;

/** What a personality is made over: the world of one space, and the videos of its jobs. */
export interface PersonalityContext {
  readonly world: ProviderState;
  /** Ids, links and videos follow from it. */
  readonly seed: string;
  readonly results: JobResults;
}

/** A provider's own routes, words and habits over the mock's world. */
export interface Personality {
  /** Whether it says what was recorded: rules, chaos and tokens are not asked then. */
  readonly isReplayed?: true;
  /** Host names of the provider: what is sent to one of these needs no prefix. */
  readonly hosts?: ReadonlySet<string>;
  /** To its results: what is below `/files` is served by them, and asks for no credential. Absent where it serves them itself. */
  readonly links?: ResultLinks;
  /** Words its callbacks; absent where it has none. */
  readonly wordCallback?: WordCallback;
  handle(call: PersonalityCall): Promise<ProviderReply>;
}

/** What the module of a personality gives. */
export type CreatePersonality = (context: PersonalityContext) => Personality;
