import { defineTexts } from '../../texts/define-texts.ts';

export const bannerTexts = defineTexts('banners', {
  en: {
    stop: '. ',
    gap: ' ',
    clock: 'The clock is not confirmed',
    'clock.says': 'The clock says',
    'clock.trusted': 'The newest trusted time is',
    'clock.why':
      'If the machine was off for so long, confirm it. If not, set the clock right: until then nothing is removed for its age because of it.',
    'clock.question':
      'Is the clock right? Videos, jobs, uploads and logs that are old by it are then removed for good.',
    'clock.confirm': 'The clock is right',
    disk: 'The disk is full',
    'disk.rests':
      'Nothing can be stored: no job is accepted, and finished videos wait at their providers. Responses of providers are kept in room that was reserved for them.',
    'disk.do':
      'Free space on the disk of the data directory, or make the disk larger. Work goes on by itself. Logins and their entries in the audit log are stored then.',
    'store.sqlite': 'The database lost changes',
    'store.redis': 'Redis lost changes',
    'store.elsewhere': 'The store was moved, or is a copy',
    'store.gone': 'The file of the database is gone',
    'store.since': 'Known since:',
    'store.since.unknown': 'not known',
    'store.missing_one': 'At least {{count}} change is missing that the store had acknowledged.',
    'store.missing_other':
      'At least {{count}} changes are missing that the store had acknowledged.',
    'store.missing.unknown': 'How many changes are missing is not known.',
    'store.rests':
      'Until you decide, the gateway accepts, shows, claims and sends no jobs. It still keeps answers of providers.',
    'store.sqlite.do':
      'If you have a newer file of the database, stop the gateway, put that file in place with its -wal, and start again. To go on with what is there, stop the gateway and run this with its environment:',
    'store.redis.do':
      'If you have a newer copy of the file of Redis, restore it: the nodes then go on by themselves. To go on with what is there, run this with the environment of a node:',
    'store.elsewhere.do':
      'If it was moved and nothing used the former one since, stop the gateway and run this with its environment. Every job then goes on:',
    'store.elsewhere.then':
      'If the former one was used since, run npx filmgate store acknowledge-loss instead: what may have been sent is then searched for, and not sent again. If the former one is still in use, do not use this copy.',
    'store.gone.do':
      'The file was deleted, moved or replaced while the gateway used it. Put that very file back: work then goes on by itself. Otherwise stop the gateway and restore the newest backup:',
    'store.then':
      'Every job that may have been sent in the time that is missing then becomes an unknown outcome. It is not sent again: it is searched for at its provider, and otherwise waits for your decision.',
  },
  zh: {
    stop: '。',
    gap: '',
    clock: '时钟尚未确认',
    'clock.says': '当前时钟为',
    'clock.trusted': '最新的可信时间为',
    'clock.why':
      '如果机器确实停机了这么久，请确认；否则请校准时钟。在此之前，不会因时钟而按保留期删除任何内容。',
    'clock.question':
      '时钟准确吗？确认后，按此时间已超过保留期的影片、任务、上传文件和日志将被永久删除。',
    'clock.confirm': '时钟准确',
    disk: '磁盘已满',
    'disk.rests':
      '无法保存任何内容：不接受新任务，已完成的影片在服务商处等待。服务商的应答保存在预留的空间中。',
    'disk.do':
      '请释放数据目录所在磁盘的空间，或扩大磁盘；之后工作会自动继续，登录及其审计记录届时写入。',
    'store.sqlite': '数据库丢失了更改',
    'store.redis': 'Redis 丢失了更改',
    'store.elsewhere': '存储被移动过，或是一份副本',
    'store.gone': '数据库文件不见了',
    'store.since': '获知时间：',
    'store.since.unknown': '未知',
    'store.missing_one': '至少缺少 {{count}} 项已应答的更改。',
    'store.missing_other': '至少缺少 {{count}} 项已应答的更改。',
    'store.missing.unknown': '无法得知缺少多少项更改。',
    'store.rests': '在您决定之前，不会接受、显示、领取或提交任何任务；服务商的应答仍会保存。',
    'store.sqlite.do':
      '如果有更新的数据库文件，请停止网关，将该文件连同其 -wal 文件放回原处，再重新启动。如要以现有内容继续，请停止网关，并在其环境变量下运行：',
    'store.redis.do':
      '如果有更新的 Redis 文件副本，请恢复它，各节点随后会自动继续。如要以现有内容继续，请在任一节点的环境变量下运行：',
    'store.elsewhere.do':
      '如果它是被移动过来的，且原处此后未再使用，请停止网关，并在其环境变量下运行以下命令，所有任务随后继续：',
    'store.elsewhere.then':
      '如果原处此后仍被使用过，请改为运行 npx filmgate store acknowledge-loss：可能已提交的任务会被查找，不会再次提交。如果原处仍在使用，请勿使用此副本。',
    'store.gone.do':
      '该文件在网关使用期间被删除、移动或替换。将原文件放回后，工作会自动继续；否则请停止网关并恢复最新的备份：',
    'store.then':
      '在缺失的时间里可能已提交的任务将变为“结果未知”：不会再次提交，会向服务商查找，否则等待您认定。',
  },
});
