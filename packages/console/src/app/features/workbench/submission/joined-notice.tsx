import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { workbenchTexts } from '../../../texts/workbench.ts';

export interface JoinedNoticeProps {
  /** Null unless the last press was joined to an earlier one. */
  readonly onAnother: (() => void) | null;
}

/** Explains that a press was joined to an earlier one, and offers to make another video. */
export function JoinedNotice({ onAnother }: JoinedNoticeProps) {
  const { t } = useTranslation(workbenchTexts);
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
