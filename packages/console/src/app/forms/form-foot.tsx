import { Button, Group, Text } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failed } from '../api/outcome.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formsTexts } from '../texts/forms.ts';

/** Reports that the form is saved. */
function SavedNote() {
  const { t } = useTranslation(formsTexts);
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('saved')}
    </Text>
  );
}

export interface FormFootProps {
  /** Label of the submit button. */
  readonly submit: string;
  readonly isSending: boolean;
  readonly isSaved: boolean;
  /** Failure of the last submission, unless it belongs to a field. */
  readonly failed: Failed | null;
}

/** End of a form: result and submit button; other buttons come before it. */
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
