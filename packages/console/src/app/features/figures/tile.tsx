import type { PropsWithChildren, ReactNode } from 'react';
import { Paper } from '@mantine/core';
import styles from './figures.module.css';

export interface TileProps {
  readonly name: string;
  readonly value: ReactNode;
}

/** One number at a glance, and below it what it means; stands in a `<dl>`. */
export function Tile({ name, value, children }: PropsWithChildren<TileProps>) {
  return (
    <Paper withBorder p="sm" bg="var(--surface)" className={styles['tile'] ?? ''}>
      <dt>{name}</dt>
      <dd className={styles['value']}>{value}</dd>
      {children !== undefined && <dd className={styles['note']}>{children}</dd>}
    </Paper>
  );
}
