import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MORE_LINKS, NAVIGATION_LINKS } from '../../../http/pages/layout.ts';
import { createWorld } from '../support.ts';

/** Returns the header of a page. */
async function headerOf(path: string): Promise<string> {
  const world = createWorld();
  await world.write();
  const { text } = await world.ask(path);
  return text.slice(text.indexOf('<body>'), text.indexOf('<main id="content">'));
}

test('at most eight tab stops come before the content while the menu is closed', async () => {
  for (const path of ['/', '/about', '/zones', '/search?q=x', '/nowhere']) {
    const header = await headerOf(path);
    const closed = header.replace(/<\/summary>[\s\S]*?<\/details>/, '</summary></details>');
    const stops = [...closed.matchAll(/<(?:a href|a class="\w+" href|input|button|summary)\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !tag.includes('tabindex="-1"'));
    assert.equal(stops[0], '<a class="skip" href="#content">', path);
    assert.equal(stops.length, /zones|about/.test(path) ? 8 : 7, `${path}: ${stops.join('')}`);
    assert.equal(closed.match(/<a /g)?.length, 6, path);
    assert.equal(stops.at(-1), '<summary>', path);
  }
});

test('the menu works without scripts, and every link of the header leads to a page', async () => {
  const world = createWorld();
  await world.write();
  const header = await headerOf('/terms');
  const [, menu] = /<details class="more">\n<summary>More<\/summary>\n<ul>(.*)<\/ul>\n<\/details>/.exec(header)!;
  const links = [...menu!.matchAll(/<li><a href="([^"]+)"(?: aria-current="page")?>([^<]+)<\/a><\/li>/g)];
  assert.deepEqual(
    links.map(([, to, name]) => ({ to, name })),
    MORE_LINKS,
  );
  assert.equal(NAVIGATION_LINKS.length, 4, 'five with the name of the instance');
  for (const { to } of [...NAVIGATION_LINKS, ...MORE_LINKS]) assert.equal((await world.ask(to)).status, 200, to);
});

test('the header marks the current page, in the menu too', async () => {
  for (const [path, name] of [
    ['/', 'Third Witness'],
    ['/zones', 'Zones'],
    ['/about', 'About'],
  ]) {
    const header = await headerOf(path!);
    assert.equal(header.match(/aria-current/g)?.length, 1, path);
    assert.ok(header.includes(` aria-current="page">${name}</a>`), path);
  }
});
