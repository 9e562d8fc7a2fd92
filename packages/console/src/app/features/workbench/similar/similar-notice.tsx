import { Alert, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import type { Similar } from './use-similar.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';

/** Names the parts that could not be copied into the form. */
export function SimilarNotice({ similar }: { readonly similar: Similar }) {
  const { t } = useTranslation(workbenchTexts);
  const { state, complete, dismiss } = similar;
  switch (state.kind) {
    case 'none':
      return null;
    case 'reading':
      return (
        <Alert variant="default" role="status" icon={<Loader size="sm" />}>
          {t('similar.reading')}
        </Alert>
      );
    case 'failed':
      return (
        <FailureNotice
          failed={state.failed}
          title={t('similar.failed')}
          onRetry={() => complete(state.job)}
        />
      );
    case 'lacking':
      return (
        <Alert
          variant="default"
          role="status"
          title={t('similar.lacking')}
          withCloseButton
          closeButtonLabel={t('similar.close')}
          onClose={dismiss}
        >
          {state.images > 0 && (
            <Text size="sm">{t('similar.images-gone', { count: state.images })}</Text>
          )}
          {state.account && <Text size="sm">{t('similar.account-gone')}</Text>}
        </Alert>
      );
  }
}
