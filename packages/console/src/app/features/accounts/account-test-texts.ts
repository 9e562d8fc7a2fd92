import { defineTexts } from '../../texts/define-texts.ts';

/** A look at an account at its provider. */
export const accountTestTexts = defineTexts('account-test', {
  en: {
    test: 'Test',
    help: 'Logs in at the provider and reads the balance. It makes nothing and costs nothing.',
    ready: 'The provider answers, and the login holds.',
    credits: 'Balance: {{balance}}.',
    'no-credits': 'It tells no balance.',
    assumed:
      'There is nothing here that could be asked without ordering a video. The account is assumed to be ready.',
    reason: 'The reason:',
    login_required: 'The provider refused the login. Replace the secret and test again.',
    unreadable: 'The provider could not be asked. The account is left as it was; try again later.',
  },
  zh: {
    test: '测试',
    help: '登录服务商并读取余额，不制作任何内容，也不产生费用。',
    ready: '服务商有应答，登录有效。',
    credits: '余额：{{balance}}。',
    'no-credits': '该服务商不提供余额。',
    assumed: '此处没有不下单即可查询的内容，账号视为就绪。',
    reason: '原因：',
    login_required: '服务商拒绝了登录。请更换凭据后重新测试。',
    unreadable: '无法查询服务商，账号保持原状，请稍后再试。',
  },
});
