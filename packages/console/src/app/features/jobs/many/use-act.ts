import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api/api-provider.tsx';
import type { Failed } from '../../../api/outcome.ts';
import type { ActedJob } from '../../../api/responses.ts';
import { failedOf } from '../../../shell/failure-notice.tsx';
import {
  type Act,
  actOnJobs,
  type Filters,
  previewAct,
  readFitting,
  type SaidAct,
} from './act-on-jobs.ts';
import type { Selection } from './selection.ts';

export interface Preview {
  readonly jobs: readonly ActedJob[];
  /** Whether more fit the filters than one act is done to. */
  readonly isCut: boolean;
}

/** Which of the selected jobs an act would be done to, and how many were read while that is not known. */
export function usePreview(act: Act, selection: Selection, filters: Filters) {
  const api = useApi();
  const [read, setRead] = useState(0);
  // Made once: while the dialog is open, the preview is what the act is done to.
  const [key] = useState(() => ['jobs-preview', crypto.randomUUID()]);
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Preview> => {
      const run = { api, signal };
      const { ids, isCut } =
        selection.kind === 'fitting'
          ? await readFitting(run, filters, setRead)
          : { ids: [...selection.ids], isCut: false };
      return { jobs: await previewAct(run, { act, ids }, setRead), isCut };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
  return { read, preview: data ?? null, failed: error === null ? null : failedOf(error) };
}

/** How far an act has come. */
export interface Progress {
  readonly said: SaidAct;
  readonly acted: readonly ActedJob[];
  /** Not done yet. */
  readonly left: readonly string[];
  readonly isGoing: boolean;
  readonly failed: Failed | null;
}

/** An act under way: null before it begins. */
export function useProgress() {
  const api = useApi();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [controller, setController] = useState(() => new AbortController());
  const go = async (said: SaidAct, ids: readonly string[]): Promise<void> => {
    const stopping = new AbortController();
    setController(stopping);
    setProgress((before) => {
      const acted = before?.acted ?? [];
      return { said, acted, left: ids, isGoing: true, failed: null };
    });
    const change = (next: (before: Progress) => Partial<Progress>): void =>
      setProgress((before) => (before === null ? null : { ...before, ...next(before) }));
    try {
      await actOnJobs({ api, signal: stopping.signal }, { said, ids }, (jobs) => {
        const done = new Set(jobs.map(({ id }) => id));
        change(({ acted, left }) => ({
          acted: [...acted, ...jobs],
          left: left.filter((id) => !done.has(id)),
        }));
      });
    } catch (error) {
      change(() => ({ failed: failedOf(error) }));
    } finally {
      change(() => ({ isGoing: false }));
      await queries.invalidateQueries({ queryKey: ['jobs'] });
      await queries.invalidateQueries({ queryKey: ['audit-log'] });
    }
  };
  return { progress, go, stop: () => controller.abort() };
}
