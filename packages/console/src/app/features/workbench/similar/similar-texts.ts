import { defineTexts } from '../../../texts/define-texts.ts';

/** What is said while the form becomes like another video. */
export const similarTexts = defineTexts('workbench-similar', {
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
