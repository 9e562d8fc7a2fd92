import type { Requirement } from './requirement.ts';

const console5 = 'decisions §5 Login, Workbench';
const workbench = 'local-generation-api §1, §2.4; decisions §5 Workbench';

/** The pages: login, console, workbench. */
export const consoleRequirements: readonly Requirement[] = [
  {
    id: 'pages.assets',
    source: console5,
    text: 'Parts of the pages are served compressed as the browser takes it, and kept for ever under names that change with their content.',
  },
  {
    id: 'pages.methods',
    source: console5,
    text: 'A page can only be read: every other method on its path answers 405.',
  },
  {
    id: 'pages.mounted',
    source: console5,
    text: 'The pages find themselves and the API below whatever path they are mounted under.',
  },
  {
    id: 'pages.policy',
    source: console5,
    text: 'A page is sent with a policy of its own nonce that lets in nothing inline and nothing from elsewhere.',
  },
  {
    id: 'pages.paths',
    source: console5,
    text: 'Paths below /video and /console answer the page, after login; no path of an API does.',
  },
  {
    id: 'console.login',
    source: console5,
    text: 'A visitor logs in and comes to the page he wanted; logging out ends the session.',
  },
  {
    id: 'console.login-next',
    source: console5,
    text: 'Login leads to own pages only, whatever the address says.',
  },
  {
    id: 'console.session-ended',
    source: console5,
    text: 'When the session ended, the pages lead to login and back to the place, with nothing lost.',
  },
  {
    id: 'console.clean',
    source: console5,
    text: 'The pages cause no error in the browser console.',
  },
  {
    id: 'console.keyboard',
    source: workbench,
    text: 'A video is made, watched and inspected without a mouse.',
  },
  {
    id: 'console.accessible',
    source: workbench,
    text: 'No page has a serious or critical accessibility violation, in the light scheme or the dark.',
  },
  {
    id: 'console.languages',
    source: workbench,
    text: 'Everything is said in English and Chinese: at first as the browser asks, then as somebody chose.',
  },
  {
    id: 'console.schemes',
    source: workbench,
    text: 'There is a light and a dark scheme: at first as the system has it, then as somebody chose.',
  },
  {
    id: 'console.broken-page',
    source: workbench,
    text: 'A page that breaks says so within the frame, with what can be told of it; the other pages go on, and it can be tried again.',
  },
  {
    id: 'console.missing-page',
    source: workbench,
    text: 'An address without a page says so within the frame, and leads on.',
  },
  {
    id: 'console.skip',
    source: workbench,
    text: 'A keyboard skips the navigation with its first stop.',
  },
  {
    id: 'console.back-and-reload',
    source: workbench,
    text: 'Back, reload and a sent link keep the place: filters, settings, and what is open. Back closes what was opened.',
  },
  {
    id: 'console.open-warning',
    source: 'decisions §5 Empty service key',
    text: 'Every page warns in red while the service key is empty.',
  },
  {
    id: 'console.lazy',
    source: workbench,
    text: 'A page or part whose code cannot be fetched says so in its place and can be tried again; what stands around it stays.',
  },
  {
    id: 'console.tables',
    source: workbench,
    text: 'Tables are sorted by their headings, moved through by keyboard, and hold only the rows on the screen.',
  },
  {
    id: 'console.first-page',
    source: workbench,
    text: 'The first page is under 250 kB compressed; every further page, and what is behind a press, is a chunk of its own.',
  },
  { id: 'console.narrow', source: workbench, text: 'At 390 pixels no page moves sideways.' },
  {
    id: 'console.schemas',
    source: workbench,
    text: 'What the pages read of an answer is described by the server with the same names and types.',
  },
  {
    id: 'console.workbench-story',
    source: workbench,
    text: 'A video made at the workbench plays, seeks, is downloaded, and shows its settings, cost, trail and code.',
  },
  {
    id: 'console.workbench-model',
    source: workbench,
    text: 'A model is searched for among all, grouped by family; picking another family keeps the settings as far as it has them.',
  },
  {
    id: 'console.workbench-account',
    source: 'local-generation-api §4; decisions §5 Workbench',
    text: 'One of the accounts may be asked for; one that cannot make the video says why.',
  },
  {
    id: 'console.workbench-options',
    source: workbench,
    text: 'A combination no model has cannot be picked, and the reason is shown.',
  },
  {
    id: 'console.workbench-prompt',
    source: 'local-generation-api §8',
    text: 'The prompt has 1 to 2000 characters, counted as the server counts.',
  },
  {
    id: 'console.workbench-references',
    source: workbench,
    text: 'Reference images come by file or address, as many as the model takes, each with its role.',
  },
  {
    id: 'console.workbench-references-kept',
    source: workbench,
    text: 'Reference images outlive a reload, however large, and go out with a submission that is sent again.',
  },
  {
    id: 'console.server-errors',
    source: 'decisions §5 Login, §6',
    text: 'Refusals carry their code in the header x-error-code; pages in Chinese say known ones in Chinese, with the own sentence of the server as detail.',
  },
  {
    id: 'console.workbench-similar',
    source: workbench,
    text: '"Create similar" fills the form with all that a video was asked to be, images and negative prompt too, and says what cannot be had any more.',
  },
  {
    id: 'console.workbench-cost',
    source: workbench,
    text: 'Cost and free slots of the chosen model are shown before submitting.',
  },
  {
    id: 'console.workbench-submit',
    source: 'local-generation-api §4 rule 4',
    text: 'A submission keeps its id over double presses, network breaks, server restarts and reloads.',
  },
  {
    id: 'console.workbench-conflict',
    source: 'local-generation-api §4',
    text: 'A conflict or a refusal ends a submission and is explained.',
  },
  {
    id: 'console.workbench-cards',
    source: 'local-generation-api §3',
    text: 'Each of the seven states is said in words; progress is shown only when it is real.',
  },
  {
    id: 'console.workbench-live',
    source: 'local-generation-api §8',
    text: 'Changes appear as they happen; without the live connection the list is read every 4 seconds, less often when hidden.',
  },
  {
    id: 'console.workbench-list',
    source: workbench,
    text: 'Jobs are filtered by state, family and text kept in the address; ten thousand stay smooth.',
  },
  {
    id: 'console.workbench-unknown',
    source: 'local-generation-api §3',
    text: 'An unknown outcome says that it may have been charged and offers a check, never a resubmission.',
  },
  {
    id: 'console.workbench-details',
    source: workbench,
    text: 'Details give the same video as a program.',
  },
  {
    id: 'console.workbench-code',
    source: workbench,
    text: 'The programs send the negative prompt, and the images, which the details hand out as files.',
  },
];
