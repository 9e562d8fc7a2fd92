import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { WorkbenchJob, WorkbenchRequest } from '../../../api/responses.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { useApi } from '../../../api/api-provider.tsx';
import type { Failed } from '../../../api/outcome.ts';
import { useAddress } from '../../../shell/use-address.ts';
import { accountsQuery } from '../form/accounts-query.ts';
import type { ReferenceImage } from '../form/draft.ts';
import { readImageFiles } from '../form/read-image-files.ts';
import type { ChangeDraft } from '../form/use-draft.ts';
import { imageNames } from '../image-names.ts';
import { askRequest } from '../request-query.ts';
import { linkPath } from '../video-url.ts';

/** Progress of copying a video's request into the form. */
export type SimilarState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly failed: Failed; readonly job: WorkbenchJob }
  /** Copied except for these parts. */
  | { readonly kind: 'lacking'; readonly images: number; readonly account: boolean };

export interface Similar {
  readonly state: SimilarState;
  readonly begin: (job: WorkbenchJob) => void;
  /** Retries the parts that could not be read; text typed meanwhile stays. */
  readonly complete: (job: WorkbenchJob) => void;
  readonly dismiss: () => void;
}

const none: SimilarState = { kind: 'none' };

/** Copies a video's request into the form: first the values its card has, then the rest. */
export function useSimilar(changeDraft: ChangeDraft): Similar {
  const [, changeAddress] = useAddress();
  const read = useReadRest(changeDraft);
  const [state, setState] = useState<SimilarState>(none);
  const reading = useRef(new AbortController());
  useEffect(() => () => reading.current.abort(), []);
  const complete = (job: WorkbenchJob): void => {
    reading.current.abort();
    const turn = new AbortController();
    reading.current = turn;
    setState({ kind: 'reading' });
    void read(job, turn.signal).then((next) => {
      if (!turn.signal.aborted) setState(next);
    });
  };
  const begin = (job: WorkbenchJob): void => {
    changeDraft({ prompt: job.prompt, negativePrompt: '', references: [] });
    const { model, generate_audio } = job;
    changeAddress({ model, audio: generate_audio ? 'on' : undefined, account: undefined });
    complete(job);
  };
  const dismiss = useCallback(() => setState(none), []);
  return { state, begin, complete, dismiss };
}

/** Loads the values a card does not have into the form, and reports missing parts. */
function useReadRest(
  changeDraft: ChangeDraft,
): (job: WorkbenchJob, signal: AbortSignal) => Promise<SimilarState> {
  const api = useApi();
  const [, changeAddress] = useAddress();
  const findAccount = useFindAccount(api);
  return async (job, signal) => {
    const asked = await askRequest(api, job.job_id, signal);
    if (asked.kind !== 'answered') return { kind: 'failed', failed: asked, job };
    const { negative_prompt, account: wanted } = asked.value;
    const account = wanted === null ? undefined : await findAccount(wanted);
    const images = await readSimilar(api, asked.value, signal);
    if (signal.aborted) return none;
    changeDraft({ negativePrompt: negative_prompt ?? '' });
    changeAddress({ account });
    if (images.kind === 'failed') return { ...images, job };
    changeDraft(({ references }) => ({ references: [...images.images, ...references] }));
    const isAccountGone = wanted !== null && account === undefined;
    return images.missing > 0 || isAccountGone
      ? { kind: 'lacking', images: images.missing, account: isAccountGone }
      : none;
  };
}

/** Id of the account, if it still exists. */
function useFindAccount(api: ApiClient): (id: string) => Promise<string | undefined> {
  const queries = useQueryClient();
  return async (id) => {
    // Without a response the id is kept; the server validates it.
    const known = await queries.query(accountsQuery(api)).catch(() => null);
    return known === null || known.some((account) => account.id === id) ? id : undefined;
  };
}

/** Reference images of a video as files, ready to submit. */
export type ReadSimilar =
  | {
      readonly kind: 'read';
      /** Images still stored, in their order. */
      readonly images: readonly ReferenceImage[];
      /** Number of images no longer stored. */
      readonly missing: number;
    }
  | { readonly kind: 'failed'; readonly failed: Failed };

type ReadOne =
  | { readonly kind: 'read'; readonly image: ReferenceImage }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly failed: Failed };

/**
 * Downloads the reference images of a video. Leaves out images that were removed meanwhile.
 *
 * @throws for any other failure
 */
async function readSimilar(
  api: Pick<ApiClient, 'fetchFile'>,
  { reference_images: images }: Pick<WorkbenchRequest, 'reference_images'>,
  signal: AbortSignal,
): Promise<ReadSimilar> {
  const names = imageNames(images);
  const read = await Promise.all(
    images.map(({ url }, index) => readOne(api, { url, name: names[index] ?? '' }, signal)),
  );
  const failure = read.find((one) => one.kind === 'failed');
  if (failure !== undefined) return failure;
  return {
    kind: 'read',
    images: read.flatMap((one) => (one.kind === 'read' ? [one.image] : [])),
    missing: read.filter(({ kind }) => kind === 'missing').length,
  };
}

async function readOne(
  api: Pick<ApiClient, 'fetchFile'>,
  { url, name }: { readonly url: string | undefined; readonly name: string },
  signal: AbortSignal,
): Promise<ReadOne> {
  if (url === undefined) return { kind: 'missing' };
  const outcome = await api.fetchFile({ path: linkPath(url), signal });
  if (outcome.kind === 'refused' && outcome.status === 404) return { kind: 'missing' };
  if (outcome.kind !== 'answered') return { kind: 'failed', failed: outcome };
  const { value } = outcome;
  const [file] = await readImageFiles([new File([value], name, { type: value.type })]);
  // An image accepted earlier has a type and size that the server accepts again.
  return file?.kind === 'read' ? file : { kind: 'missing' };
}
