import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { enter } from '../support/job-acts.ts';
import { pictureUrl, similarActsOn } from '../support/similar-acts.ts';
import { setStage } from '../support/stage.ts';
import { createVideo, findBarriers, logIn, openWorkbench } from '../support/visitor.ts';
import { cardOf, countOf, giveFiles, smallPicture, propertyOf } from '../support/workbench-acts.ts';

/** Common paths of the login and the workbench; the other files cover the rest. */
const stage = setStage();
const { account, askForAll, negative, similarTo } = similarActsOn(stage);
const images = () => stage.page.getByRole('region', { name: 'Images' });

const sentSchema = z.object({
  account: z.string(),
  negative_prompt: z.string(),
  reference_images: z.array(z.string()),
});

describe('login', () => {
  it('[console.login][workbench.page][console.clean] leads to where one wanted to go, and logout ends it', async () => {
    const { page, gateway, visitor } = stage;
    await page.goto(`${gateway.url}/video?state=failed`);
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Request ID');
    visitor.complaints.length = 0;
    await logIn(page, gateway);
    await page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/video?state=failed');
    expect(visitor.complaints).toEqual([]);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.goto(`${gateway.url}/console/models`);
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  it('[console.session-ended][administrator.drafts-removed] comes back to the place, and what was pressed is made once', async () => {
    const { page, gateway, visitor } = stage;
    await openWorkbench(page, gateway, '?model=vidD-6s-1x1-720p');
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('half a sentence');
    // The session ends with this request, not before: another request would leave the page before the press.
    await page.route(
      '**/local-video/jobs',
      async (route) => {
        await visitor.context.clearCookies();
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Create video' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    const kept = () => page.evaluate('JSON.stringify(Object.entries(localStorage))');
    await expect.poll(kept).not.toContain('half a sentence');
    await logIn(page, gateway);
    await cardOf(page, 'half a sentence').waitFor();
    expect(page.url()).toContain('model=vidD-6s-1x1-720p');
    expect(await countOf(stage, 'half a sentence')).toBe(1);
  });
});

describe('a video', () => {
  it('[console.workbench-story][console.clean] is made, played, sought in, handed out and told all of', async () => {
    const { page, gateway, visitor } = stage;
    await openWorkbench(page, gateway);
    await page.getByText(/^\d+ of \d+ slots free$/).waitFor();
    await createVideo(page, 'a lighthouse at dusk');
    const made = cardOf(page, 'a lighthouse at dusk');
    await made.getByText('Completed', { exact: true }).waitFor();
    const video = made.locator('video');
    await video.evaluate((element) => Reflect.set(element, 'currentTime', 2));
    await made.focus();
    await page.keyboard.press(' ');
    await expect.poll(() => propertyOf(video, 'currentTime')).toBeGreaterThan(2);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      made.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^ui-.*\.mp4$/);
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // Shown only for a moment.
    await Promise.all([
      made.getByRole('button', { name: 'Copied' }).waitFor(),
      made.getByRole('button', { name: 'Copy link' }).click(),
    ]);
    const link = z.string().parse(await page.evaluate('navigator.clipboard.readText()'));
    expect((await page.request.get(link)).headers()['content-type']).toBe('video/mp4');
    expect(visitor.complaints).toEqual([]);
  });

  it('[console.workbench-details] has its settings, cost, timings, trail and code in its details', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await createVideo(page, 'all there is to know');
    const made = cardOf(page, 'all there is to know');
    await made.getByText('Completed', { exact: true }).waitFor();
    await made.getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Video details' });
    const rows = [
      'Model vidA-fast',
      'Duration 4s',
      'Price 8 credits',
      'Processing time',
      'Kept until',
    ];
    for (const name of rows) await dialog.getByRole('row', { name }).waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Account chosen' }).waitFor();
    expect(await dialog.getByText('curl -s').textContent()).toContain('all there is to know');
    await dialog.getByRole('tab', { name: 'Python' }).click();
    await dialog.getByText('requests.post').waitFor();
    expect(page.url()).toContain('job=ui-');
  });

  it('[console.workbench-similar] has the negative prompt, the images and the account of the first', async () => {
    const { page } = stage;
    const id = await askForAll('all of it', 1);
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    await prompt.fill('something else');
    await similarTo('all of it');
    await page.getByRole('img', { name: 'first_frame.png' }).waitFor();
    expect(await prompt.inputValue()).toBe('all of it');
    expect(await negative().inputValue()).toBe('rain, crowds');
    // The account is in the address, which renders separately.
    await expect.poll(() => account().inputValue()).toBe(id);
    await prompt.fill('all of it, again');
    const [sent] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/jobs')),
      page.getByRole('button', { name: 'Create video' }).click(),
    ]);
    expect(sentSchema.parse(sent.postDataJSON())).toEqual({
      account: id,
      negative_prompt: 'rain, crowds',
      reference_images: [pictureUrl],
    });
    await cardOf(page, 'all of it, again').waitFor();
  });

  it('[console.workbench-similar] says that its account is gone, and no more', async () => {
    const { page, gateway } = stage;
    const id = await askForAll('for an account', 2);
    await cardOf(page, 'for an account').getByText('Completed', { exact: true }).waitFor();
    await page.request.delete(`${gateway.url}/api/v1/admin/accounts/${id}`);
    await page.reload();
    await similarTo('for an account');
    const notice = page
      .getByRole('status')
      .filter({ hasText: 'Some settings are no longer available' });
    await notice.getByText('The account of that video was deleted').waitFor();
    expect(await notice.getByText('removed').count()).toBe(0);
    await page.getByRole('img', { name: 'first_frame.png' }).waitFor();
  });
});

describe('the form', () => {
  it('[console.workbench-options] lets nothing be picked that a model lacks, and says why', {
    tags: 'long',
  }, async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway, '?model=vidD-6s-16x9-720p');
    expect(await page.getByRole('radio', { name: '480p' }).isDisabled()).toBe(true);
    await page.getByText('480p: not offered by vidD').waitFor();
    await page.getByText('vidD generates videos without audio').waitFor();
    await page.getByText('1080p', { exact: true }).click();
    await expect.poll(() => page.url()).toContain('model=vidD-6s-16x9-1080p');
    await page.reload();
    await expect.poll(() => page.getByRole('radio', { name: '1080p' }).isChecked()).toBe(true);
  });

  it('[console.workbench-model] finds a model by words in any order, by keyboard too', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await page.getByRole('button', { name: /^Model / }).click();
    const drawer = page.getByRole('dialog', { name: 'Select a model' });
    await drawer.getByRole('group').first().waitFor();
    expect(await drawer.getByRole('group').count()).toBeGreaterThan(5);
    const words = drawer.getByRole('combobox', { name: 'Model' });
    await expect.poll(() => words.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.type('720p 30s 21:9 vidC-25');
    // Enter selects the first option of the list, which is filtered a moment after typing.
    await expect
      .poll(() => drawer.getByRole('option').first().innerText())
      .toMatch(/^vidC-25-30s-21x9-720p/);
    await expect.poll(() => drawer.getByRole('option').count()).toBeLessThan(4);
    await page.keyboard.press('Enter');
    await drawer.waitFor({ state: 'detached' });
    await page.getByText('60 credits').waitFor();
    expect(page.url()).toContain('model=vidC-25-30s-21x9');
  });

  it('[console.workbench-references] too many or of another kind are refused with the reason', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway, '?model=vidD-6s-16x9-720p');
    const field = page.locator('input[type=file]');
    await field.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: smallPicture });
    await page.getByText('a.gif is not a PNG, JPEG or WebP image.').waitFor();
    await giveFiles(images(), 'drop', ['one.png', 'two.png']);
    await page.getByText('Maximum 1 for vidD: 1 image not added.').waitFor();
    expect(await images().getByRole('listitem').count()).toBe(1);
  });
});

describe('around the pages', () => {
  it('[console.languages] everything is said in Chinese too, and stays so', async () => {
    const { page, gateway } = stage;
    await openWorkbench(page, gateway);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('中文');
    await page.getByRole('heading', { level: 1, name: '工作台' }).waitFor();
    await page.getByRole('textbox', { name: '提示词', exact: true }).fill('雨中的纸船');
    await page.getByRole('button', { name: '生成视频' }).click();
    const made = cardOf(page, '雨中的纸船');
    await made.getByText('已完成', { exact: true }).waitFor();
    await made.getByRole('button', { name: '详情' }).click();
    const details = page.getByRole('dialog', { name: '视频详情' });
    await details.getByText('通过 API 创建').waitFor();
    await page.keyboard.press('Escape');
    // Closing goes back in the history, which a reload would interrupt.
    await details.waitFor({ state: 'detached' });
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '工作台' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('[restore.told] on Redis says what to do there, also where nothing more is known, and goes with the loss', async () => {
    const { page } = stage;
    const unknown = { noticed_at: null, missing_changes: null };
    const loss = { ...unknown, kind: 'went_back', detail: 'Redis holds another store' };
    let response: object = { kind: 'redis', loss, disk_full: false };
    await page.route('**/api/v1/admin/store', (route) => route.fulfill({ json: response }));
    await enter(stage, page, '/console/settings');
    const banner = page.getByRole('status').filter({ hasText: 'Redis lost changes' });
    await banner.getByText('the environment of a node').waitFor();
    const reported = await banner.innerText();
    expect(reported).toContain('Detected: unknown.');
    expect(reported).toContain('The number of missing changes is unknown.');
    response = { kind: 'redis', loss: { ...loss, kind: 'elsewhere' }, disk_full: false };
    await page.reload();
    await page.getByText('npx filmgate store confirm-move').waitFor();
    response = { kind: 'redis', loss: null, disk_full: false };
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await banner.count()).toBe(0);
  });
});
