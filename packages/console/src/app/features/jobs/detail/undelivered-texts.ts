import { defineTexts } from '../../../texts/define-texts.ts';

/** Of a file that was read for a job and could not be delivered. */
export const undeliveredTexts = defineTexts('undelivered', {
  en: {
    title: 'What was read instead',
    text: '{{format}}, {{size}}. This file was paid for and could not be delivered; only operators can read it. It is kept as long as results are.',
    remove: 'Remove the file',
    'remove.question': 'Remove this file for good? The job stays on record.',
    download: 'Download',
  },
  zh: {
    title: '实际读到的文件',
    text: '{{format}}，{{size}}。此文件已付费但无法交付，只有管理员可读取；保留时间与成品相同。',
    remove: '删除文件',
    'remove.question': '确定永久删除此文件？任务记录保留。',
    download: '下载',
  },
});
