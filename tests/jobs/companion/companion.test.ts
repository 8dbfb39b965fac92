import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CompanionProgram } from '../../../jobs/companion/companion.ts';
import { renderPage } from '../../../jobs/companion/page.ts';
import { savedFile } from '../../domain/saved_variables/lua_writer.ts';
import {
  atHome,
  dataArchive,
  eventTexts,
  GOOD_DATA,
  press,
  type Reply,
  TOC,
  withInstance,
  writeTree,
} from './support.ts';

const HEAD = { format: 1, addonVersion: '0.6.0', clientBuild: '1.60.1.70790', locale: 'enUS', protocol: '1.5.0' };

/** Returns a saved file of an install with these loot windows. */
function fileWith(installId: string, ...events: string[]): Uint8Array {
  const records = events.map((eventId) => ({
    kind: 'loot',
    eventId: `loot-${eventId}`,
    capturedAt: '2026-11-22T10:00:00Z',
    items: [],
  }));
  return savedFile({ ...HEAD, installId, region: 3, records });
}

const [ONE, TWO] = ['install-number-one', 'install-number-two'];

function uploads(heard: readonly { path: string; events: readonly string[] }[]): readonly string[] {
  return heard.filter(({ path }) => path === '/api/intake').map(({ events }) => events.join().replaceAll('loot-', ''));
}

async function switchOn(companion: CompanionProgram, url: string, ...names: string[]): Promise<void> {
  await press(companion, 'add-instance', url);
  await companion.act(
    new URLSearchParams({ action: 'switches', ...Object.fromEntries(names.map((name) => [name, ''])) }),
  );
}

async function agree(companion: CompanionProgram, url: string): Promise<void> {
  await press(companion, 'add-instance', url);
  await press(companion, 'send', url);
}

test('nothing is requested before a website is chosen, and nothing is sent before the player agrees', () =>
  atHome(async ({ saved, run }) => {
    writeTree(saved('1#1'), fileWith(ONE, 'a', 'b'));
    await withInstance(async (url, heard) => {
      const companion = await run(200, async (second, one) => {
        if (second === 60) {
          const { previews, games } = await one.state();
          assert.deepEqual([games.length, previews.length], [1, 1]);
          const { ready } = previews[0]!;
          assert.ok(ready.ok);
          assert.equal(ready.value.parcels[0]!.surveys[0]!.records, 2);
          assert.deepEqual(heard, []);
          await press(one, 'add-instance', `${url}/`);
          // The player agrees to what the page shows, not to something else.
          await press(one, 'send', 'http://127.0.0.1:1');
        }
        if (second === 100) {
          const page = renderPage(await one.state(), 'N');
          assert.match(page, new RegExp(`2 records to ${url}, which collects Forever\n {2}\\w+\n {2}2 loot`));
          assert.match(page, /Nothing is sent\./);
          assert.deepEqual([...new Set(heard.map(({ path }) => path))], ['/schema/limits.json']);
          await press(one, 'send', url);
        }
      });
      assert.deepEqual(uploads(heard), ['a,b']);
      const texts = await eventTexts(companion);
      assert.match(texts, /The page was old\./);
      assert.match(texts, /Records of .*ThirdWitness\.lua: 2 stored\. See what becomes of them:\n {2}http/);
      assert.match(
        renderPage(await companion.state(), 'N'),
        new RegExp(`<a href="${url}/upload/[\\w-]{22}" rel="noreferrer"`),
      );
    });
  }));

test('two accounts are sent, each as another install, and grow independently', () =>
  atHome(async ({ saved, run }) => {
    writeTree(saved('1#1'), fileWith(ONE, 'a'));
    writeTree(saved('ÄLTERES KONTO'), fileWith(TWO, 'b'));
    await withInstance(async (url, heard) => {
      await run(300, async (second, companion) => {
        if (second === 2) await agree(companion, url);
        if (second === 100) writeFileSync(saved('1#1'), fileWith(ONE, 'a', 'c'));
        // A third account appears while the companion runs.
        if (second === 150) writeTree(saved('NEW'), fileWith('install-number-three', 'd'));
      });
      assert.deepEqual(uploads(heard).toSorted(), ['a', 'a,c', 'b', 'd']);
    });
  }));

test('a file that grows is sent once it is complete', () =>
  atHome(async ({ saved, run }) => {
    const whole = fileWith(ONE, ...Array.from({ length: 50 }, (_, n) => `e${n}`));
    writeTree(saved('1#1'), whole.subarray(0, 10));
    await withInstance(async (url, heard) => {
      await run(100, async (second, companion) => {
        if (second === 2) await agree(companion, url);
        if (second < 60) writeFileSync(saved('1#1'), whole.subarray(0, 10 + second * 20));
        if (second === 60) {
          assert.deepEqual(uploads(heard), []);
          writeFileSync(saved('1#1'), whole);
        }
      });
      assert.equal(uploads(heard).length, 1);
      assert.equal(heard.find(({ path }) => path === '/api/intake')?.events.length, 50);
    });
  }));

test('if the client was killed while it wrote, the write before is sent', () =>
  atHome(async ({ saved, run }) => {
    const broken = fileWith(ONE, 'a', 'b', 'c').subarray(0, 200);
    writeTree(saved('CUT'), broken);
    writeTree(`${saved('CUT')}.bak`, fileWith(ONE, 'a', 'b'));
    writeTree(`${saved('GONE')}.bak`, fileWith(TWO, 'x'));
    writeTree(saved('WHOLE'), fileWith('install-number-three', 'w'));
    writeTree(`${saved('WHOLE')}.bak`, fileWith('install-number-three', 'v'));
    await withInstance(async (url, heard) => {
      await run(300, async (second, companion) => {
        if (second === 2) await agree(companion, url);
        if (second === 50) {
          const { previews } = await companion.state();
          assert.deepEqual(
            previews
              .map(({ account, ready }) => [account, ready.ok && ready.value.parcels[0]!.surveys[0]!.records])
              .toSorted(),
            [
              ['CUT', 2],
              ['GONE', 1],
              ['WHOLE', 1],
            ],
          );
        }
        if (second === 100) writeFileSync(saved('CUT'), fileWith(ONE, 'a', 'b', 'c'));
        // Once the file is whole again, the write before it no longer matters.
        if (second === 150) writeFileSync(`${saved('CUT')}.bak`, fileWith(ONE, 'old'));
      });
      assert.deepEqual(uploads(heard).toSorted(), ['a,b', 'a,b,c', 'w', 'x']);
    });
  }));

test('another website needs another yes, and each gets the records of its game', () =>
  atHome(async ({ saved, run }) => {
    writeTree(saved('1#1'), fileWith(ONE, 'a'));
    await withInstance(async (forever, atForever) => {
      await withInstance(
        async (era, atEra) => {
          const companion = await run(300, async (second, one) => {
            if (second === 2) await agree(one, forever);
            if (second === 50) await press(one, 'add-instance', era);
            if (second === 60) writeFileSync(saved('1#1'), fileWith(ONE, 'a', 'b'));
            if (second === 150) {
              assert.deepEqual(uploads(atForever), ['a'], 'nothing is sent without the new yes');
              await press(one, 'send', `${forever} ${era}`);
            }
          });
          assert.deepEqual(uploads(atForever), ['a', 'a,b']);
          assert.deepEqual(uploads(atEra), []);
          assert.match(await eventTexts(companion), /Sending has stopped\. It begins again when you press Send\./);
        },
        () => null,
        'era',
      );
    });
  }));

test('sending that is switched off ends at once, also while it waits for the instance', () =>
  atHome(async ({ saved, run }) => {
    writeTree(saved('1#1'), fileWith(ONE, 'a'));
    const busy = {
      status: 503,
      headers: { 'Retry-After': '3600' },
      body: '{"ok":false,"error":"Busy.","persisted":false}',
    };
    await withInstance(
      async (url, heard) => {
        const companion = await run(400, async (second, one) => {
          if (second === 2) await agree(one, url);
          if (second === 100) await press(one, 'stop');
        });
        assert.equal(uploads(heard).length, 1);
        const { settings, progress } = await companion.state();
        assert.deepEqual([settings.sends, progress], [false, '']);
      },
      (path) => (path === '/api/intake' ? busy : null),
    );
  }));

const ZIP = '/export/addons/ThirdWitness_Data.zip';

/** Answers requests for the addon of data with this reply. */
function withZip(reply: () => Reply) {
  return (path: string): Reply | null => (path === ZIP ? reply() : null);
}

test('the addons are installed and renewed, and the game runs only the companion’s own code', () =>
  atHome(async ({ addons, run }) => {
    const evil = 'os.execute("x")';
    const archive = await dataArchive({
      'ThirdWitness_Data/ThirdWitness_Data.toc': `## Interface: 1\nevil.lua\n`,
      'ThirdWitness_Data/evil.lua': evil,
      'ThirdWitness_Data/api.lua': evil,
      'ThirdWitness_Data/data.lua': GOOD_DATA,
    });
    await withInstance(
      async (url, heard) => {
        const companion = await run(
          90_000,
          async (second, one) => {
            if (second === 600) await switchOn(one, url, 'installs');
            if (second === 1_200) rmSync(join(addons, 'ThirdWitness_Data'), { recursive: true });
          },
          600,
        );
        assert.deepEqual(readdirSync(addons).sort(), ['ThirdWitness', 'ThirdWitness_Data']);
        assert.deepEqual(readdirSync(join(addons, 'ThirdWitness_Data')).sort(), [
          'LICENSE.txt',
          'ThirdWitness_Data.toc',
          'api.lua',
          'data.lua',
        ]);
        assert.equal(readFileSync(join(addons, 'ThirdWitness', 'ThirdWitness.toc'), 'utf8'), TOC);
        assert.equal(readFileSync(join(addons, 'ThirdWitness_Data', 'api.lua'), 'utf8'), '-- api\n');
        assert.match(
          readFileSync(join(addons, 'ThirdWitness_Data', 'ThirdWitness_Data.toc'), 'utf8'),
          /^## Interface: 11508, 16001\r\n/,
        );
        assert.deepEqual(uploads(heard), []);
        assert.equal(heard.filter(({ path }) => path === ZIP).length, 3, 'twice a day');
        const texts = await eventTexts(companion);
        assert.match(texts, /The addon 0\.7\.0 is installed in .*AddOns\. If the game is running, restart it\./);
        assert.match(texts, /Its data is from 2026-11-24, 2 days old\./);
      },
      withZip(() => ({ status: 200, body: archive })),
    );
  }));

test('a newer recording addon and one that is a link are left alone, and an older one is replaced', () =>
  atHome(async ({ home, addons, run }) => {
    const toc = join(addons, 'ThirdWitness', 'ThirdWitness.toc');
    await withInstance(async (url) => {
      for (const [version, expected] of [
        ['0.7.1', '0.7.1'],
        ['0.10.0', '0.10.0'],
        ['0.6.9', '0.7.0'],
      ]) {
        writeTree(toc, `## Version: ${version}\n`);
        await run(20, (second, one) => (second === 2 ? switchOn(one, url, 'installs') : null));
        assert.match(readFileSync(toc, 'utf8'), new RegExp(`^## Version: ${expected}\\r?$`, 'm'));
      }
      rmSync(join(addons, 'ThirdWitness'), { recursive: true });
      mkdirSync(join(home, 'checkout'));
      symlinkSync(join(home, 'checkout'), join(addons, 'ThirdWitness'));
      await run(20, (second, one) => (second === 2 ? switchOn(one, url, 'installs') : null));
      assert.deepEqual(readdirSync(join(home, 'checkout')), []);
    });
  }));

test('a hostile instance changes nothing on the computer and leads to no other address', () =>
  atHome(async ({ home, game, addons, saved, run }) => {
    writeTree(saved('1#1'), fileWith(ONE, 'a'));
    writeTree(join(addons, 'ThirdWitness_Data', 'data.lua'), 'old');
    writeTree(join(addons, 'Questie', 'core.lua'), 'other');
    const code = 'ThirdWitness_Data = {}\nos.execute("x")';
    const archives: readonly Uint8Array[] = [
      await dataArchive({ 'ThirdWitness_Data/ThirdWitness_Data.toc': 'x', 'ThirdWitness_Data/data.lua': code }),
      await dataArchive({ 'ThirdWitness_Data/ThirdWitness_Data.toc': 'x' }),
      await dataArchive({ 'ThirdWitness_Data/../Questie/core.lua': 'evil', 'ThirdWitness_Data/data.lua': GOOD_DATA }),
      await dataArchive({ '../../../../evil.lua': 'evil' }),
      await dataArchive({ '/tmp/evil.lua': 'evil' }),
      await dataArchive({ 'C:\\evil.lua': 'evil' }),
      await dataArchive({ 'ThirdWitness/core.lua': 'evil' }),
      await dataArchive({
        'ThirdWitness_Data/ThirdWitness_Data.toc': 'x',
        'ThirdWitness_Data/data.lua': `ThirdWitness_Data = {"${'x'.repeat(8_000_000)}"}`,
      }),
      await dataArchive({ 'ThirdWitness_Data/data.lua': 'x'.repeat(20_000_001) }),
      new Uint8Array(10_000_001),
      new TextEncoder().encode('PK no archive'),
    ];
    await withInstance(async (elsewhere, heardElsewhere) => {
      let answer: Reply = { status: 404 };
      await withInstance(
        async (url) => {
          const before = treeOf(home);
          for (const body of archives) {
            answer = { status: 200, body };
            const companion = await run(4, (second, one) => (second === 2 ? switchOn(one, url, 'installs') : null));
            assert.match(await eventTexts(companion), /The addon of data was not changed\./);
            assert.equal(readFileSync(join(addons, 'ThirdWitness_Data', 'data.lua'), 'utf8'), 'old');
            assert.equal(readFileSync(join(addons, 'Questie', 'core.lua'), 'utf8'), 'other');
          }
          answer = { status: 302, headers: { Location: `${elsewhere}/x` } };
          const redirected = await run(300, async (second, one) => {
            if (second === 2) await agree(one, url);
            if (second === 3) await switchOn(one, url, 'installs');
            if (second === 100) await one.state();
          });
          assert.match(await eventTexts(redirected), /could not be fetched \("status 302"\)/);
          assert.match(await eventTexts(redirected), /is not a Third Witness instance: /);
          const added = treeOf(home).filter((path) => !before.includes(path));
          const own = ['settings', join(game.slice(home.length + 1), 'Interface', 'AddOns', 'ThirdWitness')];
          assert.deepEqual(
            added.filter((path) => !own.some((one) => path.startsWith(one)) && !path.includes('third-witness-')),
            [],
          );
        },
        // Every request is redirected at the end, and the archive is hostile before.
        (path) => (path === ZIP || answer.status === 302 ? answer : null),
      );
      assert.deepEqual(heardElsewhere, []);
    });
  }));

function treeOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

test('texts of an instance and of files are shown as text', () =>
  atHome(async ({ saved, run }) => {
    const markup = '<img src=x onerror=alert(1)>"\'&';
    writeTree(saved(`<b>&"'`), savedFile({ ...HEAD, installId: ONE, records: [{ kind: `${markup}`, eventId: 'a' }] }));
    writeTree(saved('BROKEN'), `x = ${markup}`);
    await withInstance(
      async (url) => {
        const companion = await run(50, async (second, one) => {
          if (second === 2) await agree(one, url);
          if (second === 3) await press(one, 'add-instance', 'javascript:alert(1)//http://x');
          if (second === 4) await press(one, 'add-folder', markup);
          if (second === 5) await press(one, 'remove-instance', markup);
        });
        const page = renderPage(await companion.state(), 'N');
        assert.ok(!page.includes('<img') && !page.includes('<b>'), page);
        assert.match(page, /&#60;img/);
        const links = Array.from(page.matchAll(/ (?:href|src)="([^"]*)"/g), ([, link]) => link);
        assert.deepEqual(
          links.filter((link) => !link!.startsWith(`${url}/upload/`)),
          [],
        );
      },
      (path) =>
        path === '/api/intake'
          ? { status: 400, body: JSON.stringify({ ok: false, error: markup, persisted: false }) }
          : null,
    );
  }));

test('the start with the computer is the player’s choice, and follows the program when it is moved', () =>
  atHome(async ({ home, run }) => {
    const entry = join(home, '.config', 'autostart', 'third-witness-companion.desktop');
    await run(10, async (second, one) => {
      if (second === 2) assert.ok(!existsSync(entry));
      if (second === 3) await one.act(new URLSearchParams({ action: 'switches', autostart: '' }));
      if (second === 4) assert.match(readFileSync(entry, 'utf8'), /^Exec="\/opt\/companion" "--background"$/m);
    });
    writeFileSync(entry, 'Exec=/old/place\n');
    await run(2, () => null);
    assert.match(readFileSync(entry, 'utf8'), /^Exec="\/opt\/companion"/m);
    await run(5, (second, one) => (second === 2 ? press(one, 'switches') : null));
    assert.ok(!existsSync(entry));
  }));
