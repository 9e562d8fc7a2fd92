import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../api/api-provider.tsx';
import type { ApiClient } from '../../api/api-client.ts';
import { serverUrl } from '../../api/mount.ts';
import { openImageStore } from './form/image-store.ts';
import { type FeedSocket, type FeedState, JobFeed } from './jobs/job-feed.ts';
import { newSubmissionId } from './submission/new-submission-id.ts';
import type { Submission } from './submission/submission.ts';
import { Outbox } from './submission/outbox.ts';
import { OutboxStorage } from './submission/outbox-storage.ts';

export interface Workbench {
  readonly feed: JobFeed;
  readonly outbox: Outbox;
  readonly state: FeedState;
  readonly submissions: readonly Submission[];
}

const later = (work: () => void, ms: number): (() => void) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** Job feed and outbox of the open workbench. */
export function useWorkbench(): Workbench {
  const api = useApi();
  const queries = useQueryClient();
  const [{ feed, outbox }] = useState(() =>
    createWorkbench(api, () => void queries.invalidateQueries({ queryKey: ['accounts'] })),
  );
  useEffect(() => {
    feed.open();
    void outbox.resume();
    const refreshNow = (): void => {
      if (document.hidden) return;
      feed.refreshNow();
      outbox.retryAll();
    };
    window.addEventListener('online', refreshNow);
    document.addEventListener('visibilitychange', refreshNow);
    return () => {
      window.removeEventListener('online', refreshNow);
      document.removeEventListener('visibilitychange', refreshNow);
      feed.close();
      outbox.close();
    };
  }, [feed, outbox]);
  const state = useSyncExternalStore(feed.subscribe, feed.snapshot);
  const submissions = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  return { feed, outbox, state, submissions };
}

function createWorkbench(
  api: ApiClient,
  onCreated: () => void,
): { readonly feed: JobFeed; readonly outbox: Outbox } {
  const feed: JobFeed = new JobFeed({
    list: ({ limit, before }) => {
      return api.ask({ path: '/local-video/jobs', query: { limit, before } });
    },
    openSocket: (lastEventId) => openSocket(eventsUrl(lastEventId)),
    later,
    isHidden: () => document.hidden,
    // Without a session, the client learns it from the response.
    isLoggedIn: async () => {
      const outcome = await api.ask({ path: '/local-video/jobs', query: { limit: 1 } });
      return outcome.kind === 'answered';
    },
    onJobs: (jobs) => {
      for (const job of jobs) outbox.arrived(job);
    },
  });
  const outbox = new Outbox({
    storage: new OutboxStorage(localStorage, openImageStore()),
    create: (id, request) =>
      api.ask({
        path: '/local-video/jobs',
        method: 'POST',
        body: { id, account: 'auto', ...request },
      }),
    newId: () => newSubmissionId((bytes) => crypto.getRandomValues(bytes)),
    now: () => Date.now(),
    later,
    onCreated: (job) => {
      feed.put([job]);
      onCreated();
    },
  });
  return { feed, outbox };
}

function eventsUrl(lastEventId: string): URL {
  const url = serverUrl('/local-video/events');
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (lastEventId !== '') url.searchParams.set('last_event_id', lastEventId);
  return url;
}

function openSocket(url: URL): FeedSocket {
  const socket = new WebSocket(url);
  const feedSocket: FeedSocket = {
    onMessage: () => undefined,
    onClose: () => undefined,
    close: () => socket.close(),
  };
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    feedSocket.onMessage(data),
  );
  socket.addEventListener('close', ({ code }) => feedSocket.onClose(code));
  return feedSocket;
}
