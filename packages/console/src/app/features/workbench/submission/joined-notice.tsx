import { Alert, Button, Group, Text } from '@mantine/core';
import { useTexts } from '../../../texts/use-texts.ts';
import { workbenchTexts } from '../workbench-texts.ts';

export interface JoinedNoticeProps {
  /** Null while the last press was not joined to an earlier one. */
  readonly onAnother: (() => void) | null;
}

/** Says that a press made no video of its own, and how to have one more. */
export function JoinedNotice({ onAnother }: JoinedNoticeProps) {
  const { t } = useTexts(workbenchTexts);
  return (
    <div role="status">
      {onAnother !== null && (
        <Alert variant="default" mb="md">
          <Group justify="space-between">
            <Text size="sm">{t('joined')}</Text>
            <Button size="xs" variant="default" onClick={onAnother}>
              {t('another')}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
