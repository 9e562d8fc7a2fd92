import { defineTexts } from '../../texts/define-texts.ts';

export const loginTexts = defineTexts('login', {
  en: {
    title: 'Log in',
    lead: 'Filmgate, for its administrator.',
    username: 'Name',
    password: 'Password',
    code: 'One-time code',
    'code.help': 'The six digits your authenticator app shows, or a recovery code.',
    submit: 'Log in',
    failed: 'You are not logged in',
    wait: 'Try again at {{time}}.',
    'confirm.title': 'Confirm your password',
    'confirm.lead':
      'Your login is ten minutes old or older. Confirm it, and what you asked for is done. Nothing that you typed is lost.',
    'confirm.failed': 'Not confirmed',
    'confirm.submit': 'Confirm',
    'confirm.cancel': 'Cancel',
    hint: 'The name and password were printed when the server was first started; npm start also keeps them in data/quickstart.json.',
  },
  zh: {
    title: '登录',
    lead: 'Filmgate 管理员入口。',
    username: '用户名',
    password: '密码',
    code: '一次性验证码',
    'code.help': '验证器应用显示的六位数字，或一个恢复码。',
    submit: '登录',
    failed: '登录未成功',
    wait: '请在 {{time}} 之后再试。',
    'confirm.title': '请确认密码',
    'confirm.lead': '距离上次登录已满十分钟。确认后将继续执行刚才的操作，已填写的内容不会丢失。',
    'confirm.failed': '确认未成功',
    'confirm.submit': '确认',
    'confirm.cancel': '取消',
    hint: '用户名和密码在服务器首次启动时打印；npm start 还会把它们保存在 data/quickstart.json。',
  },
});
