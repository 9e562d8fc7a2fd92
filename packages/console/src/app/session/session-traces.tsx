import { createContext, type PropsWithChildren, useContext } from 'react';
import type { Drafts } from './drafts.ts';

/** Browser data of the logged-in user, and the logout signal between tabs. */
export interface SessionTraces {
  readonly drafts: Drafts;
  /** Signals a logout of this tab to the other tabs. */
  readonly reportLogout: () => void;
}

const TracesContext = createContext<SessionTraces | null>(null);

export function SessionTracesProvider({
  traces,
  children,
}: PropsWithChildren<{ readonly traces: SessionTraces }>) {
  return <TracesContext value={traces}>{children}</TracesContext>;
}

export function useSessionTraces(): SessionTraces {
  const traces = useContext(TracesContext);
  if (traces === null) throw new Error('Not inside a SessionTracesProvider.');
  return traces;
}
