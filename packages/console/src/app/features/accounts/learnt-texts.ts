import { defineTexts } from '../../texts/define-texts.ts';

/** What refusals taught about an account. */
export const learntTexts = defineTexts('account-learnt', {
  en: {
    'learnt.model': '{{model}}: at most',
    'learnt.rests': 'rests until',
    'learnt.away': '{{family}} by {{model}}: away until',
    'learnt.help': 'learnt from refusals; a test that succeeds ends it',
  },
  zh: {
    'learnt.model': '{{model}}：同时最多',
    'learnt.rests': '暂停至',
    'learnt.away': '{{family}}（{{model}}）：避开至',
    'learnt.help': '由拒绝得知；测试成功后解除',
  },
});
