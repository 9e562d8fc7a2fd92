import { Alert, Loader, Text } from '@mantine/core';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { defineTexts } from '../../../texts/define-texts.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import type { Similar } from './use-similar.ts';

/** What is said while the form becomes like another video. */
const similarTexts = defineTexts('workbench-similar', {
  en: {
    reading: 'Reading what that video was made of',
    failed: 'Not all of that video could be taken over',
    lacking: 'Nearly as that video was',
    'images-gone_one':
      '{{count}} image is not kept any more. Add it again, and look at the part each image plays.',
    'images-gone_other':
      '{{count}} images are not kept any more. Add them again, and look at the part each image plays.',
    'account-gone': 'The account it was for is gone: any account that is free will make this one.',
    close: 'Close this notice',
  },
  zh: {
    reading: '正在读取该视频的素材',
    failed: '未能带入该视频的全部内容',
    lacking: '与该视频基本相同',
    'images-gone_one': '有 {{count}} 张图片已不再保留。请重新添加，并确认每张图片的用途。',
    'images-gone_other': '有 {{count}} 张图片已不再保留。请重新添加，并确认每张图片的用途。',
    'account-gone': '原先指定的账号已不存在：将由任一空闲账号生成。',
    close: '关闭此提示',
  },
});

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
