import { Alert } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import styles from '../failure-notice.module.css';

export interface BannerProps {
  readonly title: string;
  /** Screen readers announce `status` when it appears; they do not announce `note`. */
  readonly role: 'status' | 'note';
}

/** A banner above every page. */
export function Banner({ title, role, children }: PropsWithChildren<BannerProps>) {
  return (
    <Alert role={role} mb="md" variant="default" className={styles['notice'] ?? ''} title={title}>
      {children}
    </Alert>
  );
}
