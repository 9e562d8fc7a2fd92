import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

export interface FactListProps {
  /** Names and values, the most important first. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** A list of named facts about one thing. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
