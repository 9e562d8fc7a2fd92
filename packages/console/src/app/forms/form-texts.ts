import { defineTexts } from '../texts/define-texts.ts';

/** What can be wrong with a field. */
export const formTexts = defineTexts('forms', {
  en: {
    empty: 'Must not be empty.',
    'none-chosen': 'Choose at least one.',
    'too-long': 'At most {{most}} characters.',
    'not-a-number': 'Must be a number.',
    'not-whole': 'Must be a whole number.',
    'too-small': 'At least {{least}}.',
    'too-large': 'At most {{most}}.',
    invalid: 'This is not valid.',
    save: 'Save',
    saved: 'Saved.',
    cancel: 'Cancel',
  },
  zh: {
    empty: '不能为空。',
    'none-chosen': '请至少选择一项。',
    'too-long': '最多 {{most}} 个字符。',
    'not-a-number': '必须是数字。',
    'not-whole': '必须是整数。',
    'too-small': '不能小于 {{least}}。',
    'too-large': '不能大于 {{most}}。',
    invalid: '内容无效。',
    save: '保存',
    saved: '已保存。',
    cancel: '取消',
  },
});
