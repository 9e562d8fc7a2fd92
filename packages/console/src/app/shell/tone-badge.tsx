import type { PropsWithChildren } from 'react';
import styles from './tone-badge.module.css';

export type BadgeTone = 'quiet' | 'busy' | 'good' | 'bad' | 'unsure';

/** A state in one or two words; the colour only repeats them. */
export function ToneBadge({ tone, children }: PropsWithChildren<{ readonly tone: BadgeTone }>) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {children}
    </span>
  );
}
