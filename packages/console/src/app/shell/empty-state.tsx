import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface EmptyStateProps {
  readonly icon?: IconName;
  /** Name of the future content. */
  readonly title: string;
  /** Purpose of the content and the first step. */
  readonly children: ReactNode;
  /** Button or link for the first step. */
  readonly action?: ReactNode;
}

/** Shown in place of an empty list, with an explanation and a first step. */
export function EmptyState({ icon = 'info', title, children, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl" bg="var(--surface)">
      <Stack align="center" gap="xs" maw={520} mx="auto" ta="center">
        <Text c="dimmed" component="span" lh={1}>
          <Icon name={icon} size={32} />
        </Text>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text c="dimmed" component="div">
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
