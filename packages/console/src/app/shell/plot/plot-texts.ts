import { defineTexts } from '../../texts/define-texts.ts';

export const plotTexts = defineTexts('plot', {
  en: {
    keys: 'Arrow keys move from point to point.',
    'summary.known': '{{name}}: latest {{latest}}, highest {{highest}} at {{time}}.',
    'summary.unknown': '{{name}}: nothing known.',
    'table.open': 'As a table',
    'table.time': 'Time',
    unknown: 'unknown',
  },
  zh: {
    keys: '用方向键逐点移动。',
    'summary.known': '{{name}}：最新 {{latest}}，最高 {{highest}}（{{time}}）。',
    'summary.unknown': '{{name}}：没有数据。',
    'table.open': '以表格显示',
    'table.time': '时间',
    unknown: '无数据',
  },
});
