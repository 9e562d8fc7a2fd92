import { Group, Text } from '@mantine/core';
import { InstantText } from '../../shell/instant-text.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { RangeSwitch } from './range-switch.tsx';

export interface MetricsHeadingProps {
  readonly title: string;
  /** When the figures were read; absent until they are. */
  readonly at: string | undefined;
}

/** The heading of a page of figures: how old they are, and the span its plots show. */
export function MetricsHeading({ title, at }: MetricsHeadingProps) {
  return (
    <PageHeading title={title}>
      <Group gap="sm">
        {at !== undefined && (
          <Text size="sm" c="dimmed" component="span">
            <InstantText at={at} />
          </Text>
        )}
        <RangeSwitch />
      </Group>
    </PageHeading>
  );
}
