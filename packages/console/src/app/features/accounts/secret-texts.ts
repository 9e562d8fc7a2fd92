import { defineTexts } from '../../texts/define-texts.ts';

/** What an account logs in with. */
export const secretTexts = defineTexts('account-secret', {
  en: {
    secret: 'Secret',
    'new': 'Login or key at the provider. It is stored encrypted and never shown again.',
    keep: 'Type one to replace the stored one; left empty, that one stays.',
    'new-parts':
      'What the provider gave you to log in. It is stored encrypted and never shown again.',
    'keep-parts': 'Type all of them to replace the stored ones; left empty, those stay.',
    'part-empty': '{{field}} must not be empty.',
    'stored-placeholder': 'Stored',
    'field.api_key': 'API key',
    'field.access_key': 'Access key',
    'field.secret_key': 'Secret key',
    'key-in-use.title_one': '{{count}} job in flight can be read with the stored secret only.',
    'key-in-use.title_other': '{{count}} jobs in flight can be read with the stored secret only.',
    'key-in-use.text':
      'At this provider only the key that ordered a job can read it. Wait until the jobs have ended, or replace the secret anyway.',
    'key-in-use.replace': 'Replace anyway',
    'key-in-use.question_one':
      'Replace the secret? The video of {{count}} job in flight may then never be found, although it is paid for. It is noted in the audit log.',
    'key-in-use.question_other':
      'Replace the secret? The videos of {{count}} jobs in flight may then never be found, although they are paid for. It is noted in the audit log.',
    'key-in-use.over': 'The jobs that needed the stored secret have ended.',
    'key-in-use.save': 'Save again to replace it.',
  },
  zh: {
    secret: '凭据',
    'new': '在服务商处的登录信息或密钥，加密保存，之后不再显示。',
    keep: '填写即替换已保存的凭据；留空则保持不变。',
    'new-parts': '服务商提供的登录凭据。加密保存，不再显示。',
    'keep-parts': '全部填写可替换已保存的凭据；留空则保留。',
    'part-empty': '{{field}}不能为空。',
    'stored-placeholder': '已保存',
    'field.api_key': 'API 密钥',
    'field.access_key': '访问密钥（Access Key）',
    'field.secret_key': '私密密钥（Secret Key）',
    'key-in-use.title_one': '{{count}} 个进行中的任务只能用已保存的凭据读取。',
    'key-in-use.title_other': '{{count}} 个进行中的任务只能用已保存的凭据读取。',
    'key-in-use.text':
      '在该服务商处，订单属于下单时所用的密钥。请等待这些任务结束，或仍然替换凭据。',
    'key-in-use.replace': '仍然替换',
    'key-in-use.question_one':
      '要替换凭据吗？{{count}} 个进行中任务的视频可能再也找不到，即使已付费。此操作会记入审计日志。',
    'key-in-use.question_other':
      '要替换凭据吗？{{count}} 个进行中任务的视频可能再也找不到，即使已付费。此操作会记入审计日志。',
    'key-in-use.over': '需要已保存凭据的任务已经结束。',
    'key-in-use.save': '再次保存即可替换。',
  },
});
