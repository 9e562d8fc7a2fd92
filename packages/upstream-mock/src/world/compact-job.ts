import type { MockJob } from './mock-job.ts';

const nothing: MockJob['references'] = [];
const noEcho: MockJob['echo'] = {};

/** Makes jobs that hold one copy of the texts they have in common: a world may keep a hundred thousand. */
export class JobCompactor {
  readonly #texts = new Map<string, string>();

  compact(job: MockJob): MockJob {
    const { deadlineMs, canceledAt, stalledUntil, falseUntil, vanishesAt, duplicateOf } = job;
    const { recorded, callback } = job;
    const usual = this.#usual(job);
    const rare = {
      canceledAt,
      stalledUntil,
      falseUntil,
      vanishesAt,
      duplicateOf,
      recorded,
      callback,
    };
    const isUsual = Object.values(rare).every((value) => value === undefined);
    if (isUsual && deadlineMs === undefined) return usual;
    return { ...usual, ...rare, ...(deadlineMs !== undefined && { deadlineMs }) };
  }

  /** A literal with every field: a spread would take half as much room again. */
  #usual(job: MockJob): MockJob {
    return {
      id: job.id,
      account: this.#one(job.account),
      correlationId: job.correlationId,
      model: this.#one(job.model),
      mediaType: job.mediaType === 'video' ? 'video' : 'image',
      prompt: job.prompt,
      negativePrompt: job.negativePrompt,
      durationSeconds: job.durationSeconds,
      aspectRatio: this.#one(job.aspectRatio),
      resolution: this.#one(job.resolution),
      width: job.width,
      height: job.height,
      audio: job.audio,
      references: job.references.length === 0 ? nothing : job.references,
      wire: this.#one(job.wire),
      echo: Object.keys(job.echo).length === 0 ? noEcho : job.echo,
      acceptedAt: job.acceptedAt,
      runsAt: job.runsAt,
      endsAt: job.endsAt,
      charge: job.charge,
      instructions: job.instructions,
    };
  }

  clear(): void {
    this.#texts.clear();
  }

  #one(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}
