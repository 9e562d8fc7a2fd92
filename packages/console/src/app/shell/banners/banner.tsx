import { Alert } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import styles from '../failure-notice.module.css';

export interface BannerProps {
  readonly title: string;
  /** `status` is read out when it appears; `note` is not. */
  readonly role: 'status' | 'note';
}

/** What stands above every page for as long as it holds. */
export function Banner({ title, role, children }: PropsWithChildren<BannerProps>) {
  return (
    <Alert role={role} mb="md" variant="default" className={styles['notice'] ?? ''} title={title}>
      {children}
    </Alert>
  );
}
