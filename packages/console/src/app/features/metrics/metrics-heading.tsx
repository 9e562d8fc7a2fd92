import { Group, Text } from '@mantine/core';
import { InstantText } from '../../shell/instant-text.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { RangeSwitch } from './range-switch.tsx';

export interface MetricsHeadingProps {
  readonly title: string;
  /** Time of the last reading; absent before the first one. */
  readonly at: string | undefined;
}

/** Heading of a metrics page with the age of the figures and the choice of the time span. */
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
