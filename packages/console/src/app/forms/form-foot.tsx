import { Button, Group, Text } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import type { Failed } from '../api/outcome.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { formTexts } from './form-texts.ts';

/** Says that what was typed is stored. */
function SavedNote() {
  const { t } = useTexts(formTexts);
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('saved')}
    </Text>
  );
}

export interface FormFootProps {
  /** What the button says. */
  readonly submit: string;
  readonly isSending: boolean;
  readonly isSaved: boolean;
  /** Why the last sending failed, where it is about no field. */
  readonly failed: Failed | null;
}

/** The end of a form: what became of it, and the button; other buttons stand before that one. */
export function FormFoot({
  submit,
  isSending,
  isSaved,
  failed,
  children,
}: PropsWithChildren<FormFootProps>) {
  return (
    <>
      {failed !== null && <FailureNotice failed={failed} />}
      <Group gap="sm" justify="end">
        {isSaved && <SavedNote />}
        {children}
        <Button type="submit" loading={isSending}>
          {submit}
        </Button>
      </Group>
    </>
  );
}
