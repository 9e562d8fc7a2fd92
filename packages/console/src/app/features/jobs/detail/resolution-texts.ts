import { defineTexts } from '../../../texts/define-texts.ts';

/** How a person ends an unknown outcome. */
export const resolutionTexts = defineTexts('job-resolution', {
  en: {
    cancel: 'Cancel the job',
    'cancel.question':
      'Cancel this job before it is sent? It ends as failed, and {{price}} credits go back to its owner. This cannot be taken back.',
    'resolution.title': 'Resolve the outcome',
    'resolution.text':
      'Whatever you choose, nothing is sent again for this job. “Found” brings its video in; the other two settle the money for good, and the job ends as failed.',
    'resolution.found': 'It was found at the provider',
    'resolution.found.what':
      'The job is watched again as if its response had come, and its video is delivered. The price, {{price}} credits, stays held until then.',
    'resolution.charged': 'It was charged',
    'resolution.charged.what':
      'The price, {{price}} credits, counts as spent in the owner’s quota, and its cost, {{cost}}, on the account {{account}}.',
    'resolution.not_charged': 'It was not charged',
    'resolution.not_charged.what':
      'What is held is released: {{price}} credits in the owner’s quota, and its cost, {{cost}}, on the account {{account}}.',
    'resolution.note': 'On what evidence?',
    'resolution.note.help':
      'Kept in the timeline and in the audit log, such as the line of the bill.',
    'resolution.submit': 'Resolve',
    'resolution.confirm.charged':
      'Resolve as charged? {{price}} credits are spent for good. This cannot be taken back.',
    'resolution.confirm.found':
      'Take this work as the job’s own? {{price}} credits stay held until its video is there. This cannot be taken back.',
    'resolution.confirm.not_charged':
      'Resolve as not charged? {{price}} credits are released. This cannot be taken back.',
    'resolution.late.title': 'This job is no longer unknown',
    'resolution.late':
      'Another operator resolved it first, or it was found in the meantime. Only the first resolution counts, so yours changed nothing. The current state is shown.',
    'resolution.done':
      'Resolved. The money is settled, and your decision is in the timeline and the audit log.',
    'resolution.done.found':
      'Taken. The job is watched again, and its video is fetched as soon as it is finished; your decision is in the timeline and the audit log.',
    'found.id': 'The provider’s id',
    'found.id.help': 'As its console, its list or its bill shows it.',
    'found.look-up': 'Look it up',
    'found.account': 'On which account?',
    'found.account.help': 'Its label: the store does not know any more where this job was sent.',
    'found.standing.pending': 'The provider knows {{id}}: it is being made.',
    'found.standing.succeeded': 'The provider knows {{id}}: it is finished.',
    'found.standing.failed': 'The provider knows {{id}}: it failed there, and so will this job.',
    'found.took': ' It took {{cost}}.',
    'found.made': 'Made',
    'found.sent': '; this job was sent between',
    'found.untold': 'not told',
    'found.compared': 'What was asked for, and what the provider tells',
    'found.compared.none': 'The provider tells nothing to compare it by.',
    'found.field': 'Field',
    'found.asked': 'Asked for',
    'found.told': 'At the provider',
    'found.differs': 'differs',
    'candidates.title': 'Is it one of these?',
    'candidates.text':
      'They fit what was sent, and no other job has them. Compare them with this job, and look one up to take it.',
    'candidates.response': 'This id stood in the response that proved nothing.',
    'candidates.pick': 'Look it up',
    'candidates.pick.label': 'Look up {{id}}',
  },
  zh: {
    cancel: '取消任务',
    'cancel.question':
      '要在提交前取消此任务吗？任务以失败结束，{{price}} 点退回所有者。此操作无法撤销。',
    'resolution.title': '认定结果',
    'resolution.text':
      '无论如何认定，此任务都不会再次提交。“已找到”会取回它的视频；另外两项将永久结清费用，任务以失败结束。',
    'resolution.found': '已在服务商处找到',
    'resolution.found.what':
      '任务将恢复跟踪，如同当初收到了响应，并交付其视频。在此之前，售价 {{price}} 点保持冻结。',
    'resolution.charged': '已扣费',
    'resolution.charged.what':
      '售价 {{price}} 点计入所有者配额的已消费，成本 {{cost}} 计入账号 {{account}}。',
    'resolution.not_charged': '未扣费',
    'resolution.not_charged.what':
      '释放冻结的费用：所有者配额 {{price}} 点，以及账号 {{account}} 的成本 {{cost}}。',
    'resolution.note': '依据是什么？',
    'resolution.note.help': '将保存在时间线和审计日志中，例如账单中的条目。',
    'resolution.submit': '认定',
    'resolution.confirm.charged': '确定认定为已扣费吗？{{price}} 点将永久记为已消费，无法撤销。',
    'resolution.confirm.found':
      '确定将它认定为该任务的作品吗？在视频到达之前，{{price}} 点保持冻结。此操作无法撤销。',
    'resolution.confirm.not_charged': '确定认定为未扣费吗？{{price}} 点将被释放，无法撤销。',
    'resolution.late.title': '该任务的结果已不再未知',
    'resolution.late':
      '已有其他管理员先行认定，或其间已找到结果。只有第一次认定有效：您的认定没有改变任何内容。以下为当前状态。',
    'resolution.done': '已认定。费用已结清；时间线和审计日志已记录您的认定。',
    'resolution.done.found':
      '已认定。任务已恢复跟踪，视频完成后会立即取回；时间线和审计日志已记录您的认定。',
    'found.id': '服务商的编号',
    'found.id.help': '以服务商控制台、列表或账单中所示为准。',
    'found.look-up': '查询',
    'found.account': '在哪个账号上？',
    'found.account.help': '账号标签：存储中已不知道该任务发往何处。',
    'found.standing.pending': '服务商有 {{id}}：正在生成。',
    'found.standing.succeeded': '服务商有 {{id}}：已完成。',
    'found.standing.failed': '服务商有 {{id}}：已在那里失败，该任务也将失败。',
    'found.took': ' 费用为 {{cost}}。',
    'found.made': '创建于',
    'found.sent': '；该任务的发送时间介于',
    'found.untold': '未说明',
    'found.compared': '所请求的与服务商所说的',
    'found.compared.none': '服务商没有提供可供对照的内容。',
    'found.field': '字段',
    'found.asked': '请求内容',
    'found.told': '服务商处',
    'found.differs': '不一致',
    'candidates.title': '是其中之一吗？',
    'candidates.text':
      '它们与所发送的内容相符，且不属于其他任务。请与该任务对照，并查询其中之一以认定。',
    'candidates.response': '该编号出现在未能证明任何结果的响应中。',
    'candidates.pick': '查询',
    'candidates.pick.label': '查询 {{id}}',
  },
});
