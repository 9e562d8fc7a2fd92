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
  /** True when more jobs match than one action can handle. */
  readonly isCut: boolean;
}

/** Preview of an action on the selected jobs; while loading, the number read so far. */
export function usePreview(act: Act, selection: Selection, filters: Filters) {
  const api = useApi();
  const [read, setRead] = useState(0);
  // Created once: while the dialog is open, the action applies to the preview shown.
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

export interface Progress {
  readonly said: SaidAct;
  readonly acted: readonly ActedJob[];
  /** Ids of the jobs still to do. */
  readonly left: readonly string[];
  readonly isGoing: boolean;
  readonly failed: Failed | null;
}

/** A running bulk action: null before it starts. */
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
