import type { BlobContext } from './blob-context.ts';
import { keepLaws } from './blob-store/keep.ts';
import { readLaws } from './blob-store/read.ts';
import { stageLaws } from './blob-store/stage.ts';
import { sweepLaws } from './blob-store/sweep.ts';
import type { LawGroup } from './law/law.ts';

/** Every law of the blob store port. */
export const blobLaws: readonly LawGroup<BlobContext>[] = [
  stageLaws,
  keepLaws,
  readLaws,
  sweepLaws,
];
