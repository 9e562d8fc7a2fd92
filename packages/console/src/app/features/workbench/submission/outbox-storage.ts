import * as z from 'zod/mini';
import { submissionPrefix } from '../../../session/drafts.ts';
import type { CreationRequest } from '../form/draft.ts';
import type { ImageStore } from '../form/image-store.ts';

/** The part of `Storage` used here. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** A submission as it survives a reload. */
export interface KeptSubmission {
  readonly id: string;
  /** Null where its images could not be kept: the id alone tells whether it arrived. */
  readonly request: CreationRequest | null;
  readonly startedAt: number;
}

/** One entry for each submission, so that tabs do not write over each other. */
const prefix = submissionPrefix;

const images = z.array(z.string());

const kept = z.object({
  request: z.nullable(
    z.object({
      model: z.string(),
      aspect_ratio: z.string(),
      resolution: z.string(),
      duration: z.number(),
      generate_audio: z.boolean(),
      prompt: z.string(),
      negative_prompt: z.optional(z.string()),
      reference_images: z.optional(images),
      account: z.optional(z.string()),
    }),
  ),
  /** Whether its images lie in the image store, under its id. */
  hasStoredImages: z.optional(z.boolean()),
  startedAt: z.number(),
});

type Kept = z.infer<typeof kept>;

/** Keeps submissions until the server has answered for them. */
export class OutboxStorage {
  readonly #storage: TextStorage;
  readonly #images: ImageStore;

  constructor(storage: TextStorage, imageStore: ImageStore) {
    this.#storage = storage;
    this.#images = imageStore;
  }

  /** Files go to the image store, everything else to the local storage; done when both have it, as far as they can. */
  async keep({ id, request, startedAt }: KeptSubmission): Promise<void> {
    const files = request?.reference_images?.some((url) => url.startsWith('data:')) === true;
    if (request === null || !files) {
      this.#write(id, { request, startedAt });
      return;
    }
    const { reference_images, ...words } = request;
    this.#write(id, { request: words, hasStoredImages: true, startedAt });
    try {
      await this.#images.write(id, reference_images);
    } catch {
      this.#write(id, { request: null, startedAt });
    }
  }

  forget(id: string): void {
    this.#storage.removeItem(prefix + id);
    // What cannot be dropped could not be kept either.
    this.#images.drop(id).catch(() => undefined);
  }

  /** What was kept, oldest first. */
  async list(): Promise<readonly KeptSubmission[]> {
    const keys = Array.from({ length: this.#storage.length }, (_, index) =>
      this.#storage.key(index),
    );
    const ours = keys.filter((key) => key?.startsWith(prefix) === true);
    const all = await Promise.all(ours.map((key) => this.#read(key ?? '')));
    return all
      .filter((one) => one !== null)
      .toSorted((one, other) => one.startedAt - other.startedAt);
  }

  async #read(key: string): Promise<KeptSubmission | null> {
    const parsed = kept.safeParse(parseJson(this.#storage.getItem(key) ?? ''));
    if (!parsed.success) {
      this.#storage.removeItem(key);
      return null;
    }
    const id = key.slice(prefix.length);
    const { request, hasStoredImages = false, startedAt } = parsed.data;
    if (request === null || !hasStoredImages)
      return { id, request: request === null ? null : tidy(request), startedAt };
    const stored = images.safeParse(await this.#images.read(id).catch(() => null));
    const whole = stored.success ? tidy({ ...request, reference_images: stored.data }) : null;
    return { id, request: whole, startedAt };
  }

  #write(id: string, entry: object): void {
    try {
      this.#storage.setItem(prefix + id, JSON.stringify(entry));
    } catch {
      // A full or forbidden storage: the submission lives in this tab only.
    }
  }
}

type ParsedRequest = NonNullable<Kept['request']>;

/** Without the keys that stand for nothing. */
function tidy({
  negative_prompt,
  reference_images,
  account,
  ...request
}: ParsedRequest): CreationRequest {
  return {
    ...request,
    ...(negative_prompt !== undefined && { negative_prompt }),
    ...(reference_images !== undefined && { reference_images }),
    ...(account !== undefined && { account }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
