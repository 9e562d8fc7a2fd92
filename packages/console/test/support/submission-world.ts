import type { Outcome } from '../../src/app/api/outcome.ts';
import type { WorkbenchJob } from '../../src/app/api/responses.ts';
import type { CreationRequest } from '../../src/app/features/workbench/form/draft.ts';
import type { ImageStore } from '../../src/app/features/workbench/form/image-store.ts';
import { Outbox } from '../../src/app/features/workbench/submission/outbox.ts';
import {
  type KeptSubmission,
  type TextStorage,
  OutboxStorage,
} from '../../src/app/features/workbench/submission/outbox-storage.ts';
import { sampleWorkbenchJob } from './sample-workbench-job.ts';

/** The submission of the tests; the sample job belongs to it. */
export const sampleCreation: CreationRequest = {
  model: 'vidA-fast-4s-16x9-720p',
  aspect_ratio: '16:9',
  resolution: '720p',
  duration: 4,
  generate_audio: false,
  prompt: 'a lighthouse',
};

/** Lets pending promises continue. */
export const turn = (): Promise<void> => new Promise((done) => setTimeout(done));

export const answeredWith = (id: string): Outcome<WorkbenchJob> => ({
  kind: 'answered',
  status: 202,
  value: sampleWorkbenchJob({ job_id: id }),
});

export const refusedWith = (
  status: number,
  retryAfterMs: number | null = null,
): Outcome<WorkbenchJob> => ({
  kind: 'refused',
  status,
  detail: 'no',
  code: null,
  requestId: 'req_1',
  retryAfterMs,
});

/** A sent request with its scripted response. */
interface Sent {
  readonly id: string;
  readonly request: CreationRequest;
  readonly response: (outcome: Outcome<WorkbenchJob>) => Promise<void>;
}

export interface SubmissionWorldOptions {
  /** Maximum length of a stored entry; unlimited when absent. */
  readonly mostCharacters?: number;
  readonly areImagesForbidden?: boolean;
}

/** A browser around the outbox: storage that survives a page, a scripted server, and a fake clock. */
export class SubmissionWorld {
  readonly storage: TextStorage;
  readonly images: ReturnType<typeof memoryImages>;
  readonly sent: Sent[] = [];
  readonly pauses: { readonly ms: number; readonly run: () => void }[] = [];
  readonly created: string[] = [];
  now = 1_000_000;
  #madeIds = 0;

  constructor(options: SubmissionWorldOptions = {}) {
    this.storage = memoryStorage(options.mostCharacters ?? Number.POSITIVE_INFINITY);
    this.images = memoryImages(options.areImagesForbidden ?? false);
  }

  /** Opens a page; a second call acts like a reload. */
  openOutbox(): Outbox {
    return new Outbox({
      storage: new OutboxStorage(this.storage, this.images),
      newId: () => {
        this.#madeIds += 1;
        return `ui-${this.#madeIds}`;
      },
      now: () => this.now,
      later: (run, ms) => {
        const pause = { ms, run };
        this.pauses.push(pause);
        return () => void this.pauses.splice(this.pauses.indexOf(pause), 1);
      },
      create: (id, request) =>
        new Promise((resolve) => {
          const response = async (outcome: Outcome<WorkbenchJob>): Promise<void> => {
            resolve(outcome);
            await turn();
          };
          this.sent.push({ id, request, response });
        }),
      onCreated: ({ job_id }) => void this.created.push(job_id),
    });
  }

  /** A page on which the button was just pressed. */
  async submitted(request: CreationRequest = sampleCreation): Promise<Outbox> {
    const outbox = this.openOutbox();
    outbox.submit(request);
    await turn();
    return outbox;
  }

  /** The page after a reload. */
  async reloaded(outbox: Outbox): Promise<Outbox> {
    outbox.close();
    const again = this.openOutbox();
    await again.resume();
    await turn();
    return again;
  }

  kept(): Promise<readonly KeptSubmission[]> {
    return new OutboxStorage(this.storage, this.images).list();
  }
}

export const phasesOf = (outbox: Outbox): readonly string[] =>
  outbox.snapshot().map(({ phase }) => phase.kind);

function memoryStorage(mostCharacters: number): TextStorage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > mostCharacters) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key) => void entries.delete(key),
  };
}

function memoryImages(isForbidden: boolean): ImageStore & {
  readonly keys: () => readonly string[];
} {
  const entries = new Map<string, unknown>();
  const guard = (): void => {
    if (isForbidden) throw new DOMException('no', 'SecurityError');
  };
  return {
    keys: () => [...entries.keys()],
    read: async (key) => {
      guard();
      return entries.get(key);
    },
    write: async (key, value) => {
      guard();
      entries.set(key, value);
    },
    drop: async (key) => {
      guard();
      entries.delete(key);
    },
  };
}
