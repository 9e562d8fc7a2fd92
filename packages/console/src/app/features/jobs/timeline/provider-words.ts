import { defineTexts } from '../../../texts/define-texts.ts';

/** What a provider says against a job, and why one is left to a person. */
export const providerWords = defineTexts('provider-words', {
  en: {
    'said.absent': 'nothing of its name',
    'said.failed': 'it failed',
    'said.denied': 'no such work',
    'said.gone': 'its video is no more',
    'because.name-lost': 'Its name at the provider is lost, and no name it could have shows it.',
    'because.not-searchable': 'The provider cannot be asked about this submission.',
    'because.denied': 'The provider denies the job that it accepted.',
    'because.other-secret':
      'The provider shows nothing of it, but to another secret than it was sent with.',
    'because.several': '{{candidates}} pieces of work at the provider fit this submission.',
    'because.forgotten': 'The provider lost a part of its past, and may have forgotten it.',
    'because.doubled':
      'The provider has {{candidates}} pieces of work of this one submission, and may charge for each.',
  },
  zh: {
    'said.absent': '没有此名称的工作',
    'said.failed': '任务已失败',
    'said.denied': '没有这项工作',
    'said.gone': '视频已不存在',
    'because.name-lost': '此次提交在服务商处的名称已丢失，按所有可能的名称查询尚无结果。',
    'because.not-searchable': '无法向服务商查询此次提交。',
    'because.denied': '服务商否认其已接受的任务。',
    'because.other-secret': '服务商未显示此次提交，但当前密钥与提交时的密钥不同。',
    'because.several': '服务商处有 {{candidates}} 项工作与此次提交相符。',
    'because.forgotten': '服务商查不到此次提交，但其记录在提交之后曾部分丢失：可能只是遗忘。',
    'because.doubled': '服务商对这一次提交有 {{candidates}} 项工作，可能逐项扣费。',
  },
});
