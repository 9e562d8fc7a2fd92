import type { MockJob } from './mock-job.ts';

const nothing: MockJob['references'] = [];
const noEcho: MockJob['echo'] = {};

/** Makes jobs that hold one copy of the texts they have in common: a world may keep a hundred thousand. */
export class JobCompactor {
  readonly #texts = new Map<string, string>();

  compact(job: MockJob): MockJob {
    return {
      ...job,
      account: this.#one(job.account),
      model: this.#one(job.model),
      mediaType: job.mediaType === 'video' ? 'video' : 'image',
      aspectRatio: this.#one(job.aspectRatio),
      resolution: this.#one(job.resolution),
      wire: this.#one(job.wire),
      references: job.references.length === 0 ? nothing : job.references,
      echo: Object.keys(job.echo).length === 0 ? noEcho : job.echo,
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
