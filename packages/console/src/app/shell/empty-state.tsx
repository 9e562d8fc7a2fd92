import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface EmptyStateProps {
  readonly icon?: IconName;
  /** What will be here. */
  readonly title: string;
  /** What it is good for, and what to do first. */
  readonly children: ReactNode;
  /** The button or link that does it. */
  readonly action?: ReactNode;
}

/** Stands where nothing is yet, and teaches what this place is for. */
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
