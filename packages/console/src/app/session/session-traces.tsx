import { createContext, type PropsWithChildren, useContext } from 'react';
import type { Drafts } from './drafts.ts';

/** What the browser keeps for the logged-in user, and how the tabs hear of a logout. */
export interface SessionTraces {
  readonly drafts: Drafts;
  /** Tells the other tabs of a logout in this one. */
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
