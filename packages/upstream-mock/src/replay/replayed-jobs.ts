import {
  fieldsOf,
  type FoundExchanges,
  idOfForm,
  jsonIn,
  type RecordedUpstream,
} from '@filmgate/mock-cassettes';
import { latestInstant } from '../job/clock-setting.ts';
import { keyedDigest } from '../job/keyed-digest.ts';
import { noInstructions } from '../job/mock-instructions.ts';
import type { MockJob, MockSubmission, RecordedPart } from '../job/mock-job.ts';
import type { ResultCache } from '../results/result-cache.ts';
import type { ProviderState } from '../state/provider-state.ts';

/** Account of every replayed job: a replay ignores credentials. */
export const replayAccount = 'cassette';

/** A job that a replay accepted. Its correlation id is the digest of its request. */
export type ReplayedJob = MockJob & { readonly recorded: RecordedPart };

/** A recorded API, and the space that replays it. */
export interface ReplaySource {
  readonly world: ProviderState;
  readonly upstream: RecordedUpstream;
  /** Videos drawn so far, by the digest of the recorded ones; shared by the replays of a cassette. */
  readonly videos: ResultCache;
}

export function isReplayed(job: MockJob): job is ReplayedJob {
  return job.recorded !== undefined;
}

/** Accepts the job of this name in the cassette once more. */
export function acceptAgain(
  name: string,
  found: FoundExchanges,
  source: ReplaySource,
): ReplayedJob {
  const { clock } = source.world;
  const { runsAfter, endsAfter, ...outcome } = source.upstream.outcome(name);
  const acceptedAt = clock.now();
  const after = (ms: number) =>
    ms === Number.POSITIVE_INFINITY ? latestInstant + 1 : acceptedAt + clock.scaled(ms);
  const job: ReplayedJob = {
    ...submissionOf(found, source.upstream.name),
    id: newId(name, found.digest, source),
    account: replayAccount,
    acceptedAt,
    runsAt: after(runsAfter),
    endsAt: after(endsAfter),
    // A cassette has no prices.
    charge: 0,
    instructions:
      outcome.end === 'failed' ? { ...noInstructions, fail: 'internal' } : noInstructions,
    recorded: { name, ...outcome },
  };
  source.world.submissions.accept(job);
  return job;
}

/** An unused id of the form that this job's has in the cassette. */
function newId(name: string, digest: string, { world, ...source }: ReplaySource): string {
  const wire = source.upstream.name;
  const key = `${wire} ${name} ${world.jobs.ofSubmission(replayAccount, digest, wire).length}`;
  for (let draw = 0; ; draw += 1) {
    const drawn = keyedDigest(world.seed, 'replay', draw === 0 ? key : `${key} ${draw}`);
    // A form that leaves hardly any unused id gets longer.
    const form = source.upstream.form(name) + '9'.repeat(Math.floor(draw / 100));
    const id = idOfForm(form, drawn.toString('hex'));
    if (world.jobs.find(id) === undefined) return id;
  }
}

export function submissionOf(
  { digest, request: { body } }: FoundExchanges,
  wire: string,
): MockSubmission {
  const value = body === null ? undefined : jsonIn(body)?.value;
  return {
    correlationId: digest,
    model: textIn(value, ['model', 'model_name']),
    mediaType: 'video',
    prompt: textIn(value, ['prompt', 'promptText', 'input', 'text']),
    wire,
    negativePrompt: null,
    durationSeconds: null,
    aspectRatio: '',
    resolution: '',
    width: 0,
    height: 0,
    audio: false,
    references: [],
    echo: {},
    recorded: { name: '', end: 'unknown', hasFile: false },
  };
}

/** The first text of one of these names, at the top or one level below; empty without one. */
function textIn(value: unknown, names: readonly string[]): string {
  const top = fieldsOf(value);
  const below = top.flatMap(([, inner]) => fieldsOf(Array.isArray(inner) ? inner[0] : inner));
  const texts = [new Map(top), new Map(below)]
    .flatMap((fields) => names.map((name) => fields.get(name)))
    .filter((text) => typeof text === 'string');
  return texts[0] ?? '';
}
