import * as z from 'zod/mini';
import { submissionPrefix } from '../../../session/drafts.ts';
import type { CreationRequest } from '../form/draft.ts';
import type { ImageStore } from '../form/image-store.ts';

/** The part of `Storage` used here. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** A submission in storage, which survives a reload. */
export interface KeptSubmission {
  readonly id: string;
  /** Null where its images could not be stored: the id alone shows whether the server received it. */
  readonly request: CreationRequest | null;
  readonly startedAt: number;
}

/** One entry for each submission, so that tabs do not overwrite each other. */
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
  /** True when its images are in the image store, under its id. */
  hasStoredImages: z.optional(z.boolean()),
  startedAt: z.number(),
});

type Kept = z.infer<typeof kept>;

/** Stores submissions until the server has responded to them. */
export class OutboxStorage {
  readonly #storage: TextStorage;
  readonly #images: ImageStore;

  constructor(storage: TextStorage, imageStore: ImageStore) {
    this.#storage = storage;
    this.#images = imageStore;
  }

  /** Writes files to the image store, the rest to local storage; resolves when both are written as far as possible. */
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
    // An image that cannot be removed was not stored either.
    this.#images.drop(id).catch(() => undefined);
  }

  /** Stored submissions, oldest first. */
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
      // A full or forbidden storage: the submission exists only in this tab.
    }
  }
}

type ParsedRequest = NonNullable<Kept['request']>;

/** Without keys whose value is undefined. */
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
