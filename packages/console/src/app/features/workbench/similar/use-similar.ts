import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiClient } from '../../../api/api-client.ts';
import { useApi } from '../../../api/api-provider.tsx';
import type { Failed } from '../../../api/outcome.ts';
import type { WorkbenchJob } from '../../../api/answers.ts';
import { useAddress } from '../../../shell/use-address.ts';
import { accountsQuery } from '../form/accounts-query.ts';
import type { ChangeDraft } from '../form/use-draft.ts';
import { askRequest } from '../request-query.ts';
import { readSimilar } from './read-similar.ts';

/** How far the form has become like another video. */
export type SimilarState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly failed: Failed; readonly job: WorkbenchJob }
  /** Everything is there, but for this. */
  | { readonly kind: 'lacking'; readonly images: number; readonly account: boolean };

export interface Similar {
  readonly state: SimilarState;
  readonly begin: (job: WorkbenchJob) => void;
  /** Reads again what could not be read; what was written meanwhile stays. */
  readonly complete: (job: WorkbenchJob) => void;
  readonly dismiss: () => void;
}

const none: SimilarState = { kind: 'none' };

/** Makes the form like another video: at once what its card knows, then all else that was asked for. */
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

/** Reads what a card does not know into the form, and tells what could not be had. */
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

/** The account, if it is still there. */
function useFindAccount(api: ApiClient): (id: string) => Promise<string | undefined> {
  const queries = useQueryClient();
  return async (id) => {
    // Without an answer it is left to the server, which knows.
    const known = await queries.query(accountsQuery(api)).catch(() => null);
    return known === null || known.some((account) => account.id === id) ? id : undefined;
  };
}
