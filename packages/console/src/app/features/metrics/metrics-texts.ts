import { defineTexts } from '../../texts/define-texts.ts';

/** Words of figures over time, wherever they are shown. */
export const metricsTexts = defineTexts('metrics', {
  en: {
    range: 'Span of the plots',
    'range.1h': '1 hour',
    'range.24h': '24 hours',
    'range.7d': '7 days',
    'step.1h': 'per minute',
    'step.24h': 'per 10 minutes',
    'step.7d': 'per hour',
    p50: 'Median',
    p95: 'p95',
    first:
      'Figures are kept from the first minute a gateway runs. The plots fill as time goes by; a restart leaves a gap and loses nothing.',
    'first.title': 'No figures yet',
    'plot.waiting': 'Waiting jobs, the most at once',
    'plot.waiting.line': 'Waiting',
    'plot.slots': 'Slots',
    'plot.slots.busy': 'Busy',
    'plot.slots.total': 'Busy and free',
  },
  zh: {
    range: '图表时间范围',
    'range.1h': '1 小时',
    'range.24h': '24 小时',
    'range.7d': '7 天',
    'step.1h': '每分钟',
    'step.24h': '每 10 分钟',
    'step.7d': '每小时',
    p50: '中位数',
    p95: 'p95',
    first:
      '网关从运行的第一分钟起记录统计数据，图表会随时间逐渐填充；重启只会留下空白，不会丢失已有数据。',
    'first.title': '暂无统计数据',
    'plot.waiting': '等待中的任务（峰值）',
    'plot.waiting.line': '等待',
    'plot.slots': '名额',
    'plot.slots.busy': '占用',
    'plot.slots.total': '占用与空闲',
  },
});
