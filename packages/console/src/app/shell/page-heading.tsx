import { Group, Title } from '@mantine/core';
import { type PropsWithChildren, useEffect } from 'react';
import styles from './page-heading.module.css';

/** Heading of a page and title of its tab; controls of the whole page are beside it. */
export function PageHeading({ title, children }: PropsWithChildren<{ readonly title: string }>) {
  useEffect(() => {
    document.title = `${title} · Filmgate`;
  }, [title]);
  return (
    <Group className={styles['heading'] ?? ''} justify="space-between" gap="sm">
      <Title order={1} size="h3">
        {title}
      </Title>
      {children}
    </Group>
  );
}
