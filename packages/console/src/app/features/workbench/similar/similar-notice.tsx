import { Alert, Loader, Text } from '@mantine/core';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { similarTexts } from './similar-texts.ts';
import type { Similar } from './use-similar.ts';

/** Says what the form still lacks to be like the other video. */
export function SimilarNotice({ similar }: { readonly similar: Similar }) {
  const { t } = useTexts(similarTexts);
  const { state, complete, dismiss } = similar;
  switch (state.kind) {
    case 'none':
      return null;
    case 'reading':
      return (
        <Alert variant="default" role="status" icon={<Loader size="sm" />}>
          {t('reading')}
        </Alert>
      );
    case 'failed':
      return (
        <FailureNotice
          failed={state.failed}
          title={t('failed')}
          onRetry={() => complete(state.job)}
        />
      );
    case 'lacking':
      return (
        <Alert
          variant="default"
          role="status"
          title={t('lacking')}
          withCloseButton
          closeButtonLabel={t('close')}
          onClose={dismiss}
        >
          {state.images > 0 && <Text size="sm">{t('images-gone', { count: state.images })}</Text>}
          {state.account && <Text size="sm">{t('account-gone')}</Text>}
        </Alert>
      );
  }
}
