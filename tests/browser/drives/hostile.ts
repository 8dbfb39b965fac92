import assert from 'node:assert/strict';
import process from 'node:process';
import { HOSTILE_FROM_ID, HOSTILE_NAMES } from './hostile_names.ts';
import { launch, url } from './pages.ts';

/**
 * Checks that forty agreed names which a careless page would execute, follow or be broken by are always shown as text.
 * `run.ts` starts this with the browser's path and the address of an instance that has them.
 */

const KINDS = ['item', 'npc', 'quest'] as const;

/** Pages that show many names at once. */
const LISTS = ['/', '/recent', '/npcs', '/quests', '/search?q=alert', '/search?q=script', '/coverage', '/zone/12'];

/** Matches elements that would exist if a name was parsed as markup. */
const INJECTED =
  'script:not([src]), style, iframe, base, plaintext, textarea, meta[http-equiv], main form[action="/connect"], [onerror], [onload], [onmouseover], a[href^="javascript:"], img[src="x"]';

const browser = await launch();
const page = await browser.newPage();
const faults: string[] = [];
page.on('dialog', (dialog) => {
  faults.push(`dialog: ${dialog.message()}`);
  void dialog.dismiss();
});
await page.goto(`${url}/terms`);
for (const [at, name] of HOSTILE_NAMES.entries()) {
  for (const kind of KINDS) {
    const path = `/${kind}/${HOSTILE_FROM_ID + at}`;
    const told = await page.evaluate(
      async ([path, injected]) => {
        const answer = await fetch(path!);
        const parsed = new DOMParser().parseFromString(await answer.text(), 'text/html');
        const heading = parsed.querySelector('h1')?.textContent ?? '';
        return {
          status: answer.status,
          heading,
          title: parsed.title,
          foreign: parsed.querySelectorAll(injected!).length,
        };
      },
      [path, INJECTED],
    );
    if (told.status !== 200) faults.push(`${path}: status ${told.status}`);
    if (!told.heading.includes(name)) faults.push(`${path}: the heading is ${told.heading}, not ${name}`);
    if (!told.title.replace(/\s+/g, ' ').includes(name.replace(/\s+/g, ' ')))
      faults.push(`${path}: the title is ${told.title}`);
    if (told.foreign > 0) faults.push(`${path}: ${told.foreign} elements that ${name} brought`);
  }
}
for (const path of [
  ...LISTS,
  ...KINDS.flatMap((kind) => [0, 1, 26, 38].map((at) => `/${kind}/${HOSTILE_FROM_ID + at}`)),
]) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(url + path);
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (Number(wide) > 0) faults.push(`${path} scrolls sideways by ${wide} px at ${width}`);
    const foreign = await page.locator(INJECTED).count();
    if (foreign > 0) faults.push(`${path}: ${foreign} elements that a name brought`);
  }
}
assert.deepEqual(faults, []);
await page.close();
process.stdout.write(`${HOSTILE_NAMES.length} hostile names on pages of three kinds: text everywhere\n`);
