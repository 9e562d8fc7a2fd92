import { Text } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { formTexts } from './form-texts.ts';

/** Says that what was typed is stored. */
export function SavedNote() {
  const { t } = useTexts(formTexts);
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('saved')}
    </Text>
  );
}
