import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COVERAGE_PAGE_SIZES } from '../../../domain/reads/coverage.ts';
import { createToolWorld } from '../../domain/tools/support.ts';
import { importPieces } from '../../support/game_build.ts';
import { createWorld, publicEdge } from '../support.ts';
import { pagesOver } from './support.ts';

function waits(subject: string, missing: object, zones: readonly number[] = []) {
  return {
    family: 'coverage',
    subject,
    body: { missing, zones },
  };
}

function named(family: string, subject: string, value: string) {
  return {
    family,
    subject,
    body: { name: { value, installs: 3 } },
  };
}

const HOSTILE = '</td><script>alert(1)</script>';

async function world() {
  const made = createWorld();
  await made.write({
    facts: [
      waits('npc:25', { vendor: 1 }, [12]),
      waits('npc:26', { npc: 2, npc_loot: 1 }, [12, 14]),
      waits('item:5', { item: 1 }),
      named('npcs', '25', HOSTILE),
      named('maps', '12', 'Elwynn Forest'),
    ],
  });
  return made;
}

test('the page lists subjects that need reports, with the zone and the number, and names only public data', async () => {
  const { ask } = await world();
  const { status, text, headers } = await ask('/coverage');
  assert.equal(status, 200);
  assert.equal(headers.get('x-service-licence'), 'CC BY-SA 4.0');
  for (const part of [
    '<h2><a href="/coverage?zone=12"><bdi>Elwynn Forest</bdi></a>',
    '<h2><a href="/coverage?zone=14">Zone 14</a>',
    '<progress class="bar" max="1" value="0" aria-label="0 of 1 creatures and objects confirmed">',
    'Target, loot and open what you meet: some of it has no name yet.',
    'Open the merchant window of <a href="/npc/25"><bdi>&lt;/td&gt;&lt;script&gt;',
    'href="/coverage?kind=item">1 item</a>',
    'href="/coverage.json"',
  ]) {
    assert.ok(text.includes(part), part);
  }
  assert.match(text, /zone=12">All tasks<.*> \(3\)</);
  const { text: onlyTwo } = await ask('/coverage?need=2');
  assert.doesNotMatch(onlyTwo, / \(3\)</, 'a link names as many tasks as its page has');
  assert.match(onlyTwo, /zone=12&amp;need=2">All tasks<.*> \(1\)</);
  assert.doesNotMatch(text, /NPC 26/, 'a number tells nobody what to do');
  assert.doesNotMatch(text, /Item 5/, 'nor for an item');
  assert.ok(!text.includes(HOSTILE));
});

test('zone and kind filter the list, each and together', async () => {
  const { ask } = await world();
  const { text } = await ask('/coverage?zone=14');
  assert.ok(text.includes('<h1>Quest board: Zone 14</h1>'));
  assert.match(
    text,
    /<section class="panel" id="npc_loot">\s*<h2>Kill and loot<\/h2>\s*<details[^>]*><summary>Loot any you find: 1 without a name <small class="need need-(\d)">(one|two) more reports?<\/small><\/summary>/,
  );
  assert.ok(!text.includes('Item 5') && !text.includes('npc/25'));
  assert.match(text, /Their numbers: 26\. <code>[^<]*UnitGUID/, 'how to find a number');
  const both = (await ask('/coverage?kind=npc_loot&zone=12')).text;
  assert.ok(both.includes('<h1>Kill and loot in <bdi>Elwynn Forest</bdi></h1>'));
  assert.ok(both.includes('Their numbers: 26.') && !both.includes('npc/25'));
});

test('level and need filter the board, its links and its data', async () => {
  const { ask, write } = await world();
  await write({
    facts: [
      {
        family: 'npcs',
        subject: '30',
        body: {
          name: { value: 'Wolf', installs: 3 },
          levels: [{ value: 20, installs: 3 }],
          reactions: [{ value: 'hostile', installs: 3 }],
        },
      },
    ],
    edges: [publicEdge('located_in:npc:zone:30:12')],
  });
  const near = (await ask('/coverage?level=22&need=1')).text;
  assert.ok(near.includes('href="/coverage?zone=12&amp;level=22&amp;need=1"'));
  assert.ok(near.includes('<section id="unknown-level">'));
  assert.ok(near.includes('value="22"') && near.includes('<option value="1" selected>'));
  assert.ok(!near.includes('two more reports</small>'));
  const far = (await ask('/coverage?level=60&need=')).text;
  assert.ok(far.includes('No zone near level 60 needs more reports.'));
  const data = async (query: string) => JSON.parse((await ask(`/coverage.json?${query}`)).text);
  const { zones } = await data('level=22');
  assert.deepEqual(
    zones.map((zone: { zone: number }) => zone.zone),
    [12, 14],
  );
  assert.deepEqual(zones[0], {
    zone: 12,
    one: 2,
    two: 1,
    name: { value: 'Elwynn Forest', installs: 3 },
    nameInFiles: null,
    levels: { min: 20, max: 20 },
    confirmed: 1,
    reported: 2,
  });
  assert.deepEqual(
    (await data('level=60')).zones.map((zone: { zone: number }) => zone.zone),
    [14],
  );
  assert.deepEqual((await data('zone=12&need=2')).progress, {
    levels: { min: 20, max: 20 },
    confirmed: 1,
    reported: 2,
  });
  assert.deepEqual(
    (await data('zone=12&need=2')).lists.map(({ kind }: { kind: string }) => kind),
    ['npc'],
  );
});

test('tasks without a name say how many of them need one more report', async () => {
  const { ask, write } = createWorld();
  await write({ facts: [waits('npc:26', { npc_loot: 1 }, [14]), waits('npc:27', { npc_loot: 2 }, [14])] });
  const summary = /Loot any you find: 2 without a name, 1 of them with one more report<\/summary>/;
  assert.match((await ask('/coverage?zone=14')).text, summary);
});

test('a zone without missing reports says so, and an unknown zone is not found', async () => {
  const { ask, write } = await world();
  await write({ facts: [named('maps', '15', 'Westfall')], edges: [publicEdge('located_in:npc:zone:25:16')] });
  for (const zone of [15, 16]) {
    const { status, text } = await ask(`/coverage?zone=${zone}&kind=vendor`);
    assert.equal(status, 200);
    assert.ok(text.includes('Nothing needs more reports here.'));
  }
  const exactly =
    /<p>Nothing here needs exactly one more report\. <a href="\/coverage\?zone=15">One or two more<\/a><\/p>/;
  assert.match((await ask('/coverage?zone=15&need=1')).text, exactly);
  const { status, text } = await ask('/coverage?zone=99');
  assert.equal(status, 404);
  assert.ok(text.includes('No public data for zone 99 yet.'));
  assert.equal((await ask('/coverage.json?zone=99')).status, 200, 'as data it is an empty list');
});

test('a board without tasks says why', async () => {
  const { ask, write } = createWorld();
  await write();
  assert.ok((await ask('/coverage')).text.includes('<p>No player has reported a zone yet.</p>'));
  assert.ok((await ask('/coverage?need=1')).text.includes('<p>Nothing needs one more report in any zone.</p>'));
  await write({ facts: [named('npcs', '25', 'Wolf')], edges: [publicEdge('located_in:npc:zone:25:12')] });
  assert.ok((await ask('/coverage')).text.includes('<p>Nothing needs more reports in any zone.</p>'));
});

test('the same list is available as data', async () => {
  const { ask } = await world();
  const { status, headers, text } = await ask('/coverage.json?kind=npc');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/json');
  const { lists, counts, zones } = JSON.parse(text);
  assert.deepEqual(lists, [{ kind: 'npc', subjects: [{ id: 26, missing: 2, name: null }], next: null }]);
  assert.deepEqual(counts[0], { kind: 'npc', one: 0, two: 1 });
  assert.deepEqual(
    zones.map(({ zone, name }: { zone: number; name: object | null }) => [zone, name]),
    [
      [12, { value: 'Elwynn Forest', installs: 3 }],
      [14, null],
    ],
  );
});

test('the page and the data say how much does not count yet and why, but not that of one or two players', async () => {
  const settings = { installAgeDays: 3, witnessNetworks: 2 };
  const made = createWorld({ settings });
  const seen = async (waitingInstalls: number | null, waitingWindows: number | null) => {
    await made.write({ waitingInstalls, waitingWindows });
    const { text } = await made.ask('/coverage');
    const about = (await made.ask('/about')).text;
    return { text, about, waiting: JSON.parse((await made.ask('/coverage.json')).text).waiting };
  };
  const some = await seen(3, 1_240);
  assert.deepEqual(some.waiting, { installs: 3, windows: 1_240 });
  assert.match(
    some.text,
    /<p>The reports of 3 players who looted 1,240 times do not count yet\. Here a player counts as a witness only 3 days or more after the first upload and if the player is one of the first two of a network/,
  );
  assert.match(some.about, /<dt>Reports that do not count yet<\/dt>\s*<dd>from 3 players who looted 1,240 times<\/dd>/);
  for (const [installs, windows, waiting] of [
    [0, 0, { installs: 0, windows: 0 }],
    [null, null, null],
  ] as const) {
    const none = await seen(installs, windows);
    assert.deepEqual(none.waiting, waiting);
    assert.doesNotMatch(none.text + none.about, /do not count yet/);
  }
});

test('a zone that only the game files name has that name, marked as such', async () => {
  const tools = createToolWorld();
  await importPieces(
    tools.writer,
    [{ piece: 'name', name: { kind: 'zone', id: 14, name: 'Durotar <b>' } }],
    '1.15.8.1',
  );
  await tools.write({ facts: [waits('npc:26', { npc: 2 }, [12, 14]), named('maps', '12', 'Elwynn Forest')] });
  const { ask } = pagesOver(tools);
  const { text } = await ask('/coverage');
  assert.match(text, /<bdi>Durotar &lt;b&gt;<\/bdi> <abbr class="mark"[^>]*>game files<\/abbr><\/a>/);
  assert.doesNotMatch(text, /Elwynn Forest<\/bdi> <abbr/);
  assert.match(
    (await ask('/coverage?zone=14')).text,
    /<h1>Quest board: <bdi>Durotar &lt;b&gt;<\/bdi> <abbr class="mark"/,
  );
  const data = JSON.parse((await ask('/coverage.json')).text);
  assert.deepEqual(
    data.zones.map(({ nameInFiles }: { nameInFiles: string | null }) => nameInFiles),
    [null, 'Durotar <b>'],
  );
  assert.equal(data.gameData.build, '1.15.8.1');
  const inZone = JSON.parse((await ask('/coverage.json?zone=12')).text);
  assert.deepEqual([inZone.zoneNameInFiles, inZone.gameData], [null, null]);
});

test('links lead through a long list to its end', async () => {
  const made = createWorld();
  const ids = Array.from({ length: COVERAGE_PAGE_SIZES.alone + 1 }, (_, i) => i + 1);
  await made.write({ facts: ids.map((id) => waits(`item:${id}`, { item: 1 })) });
  const first = (await made.ask('/coverage?kind=item')).text;
  assert.ok(
    first.includes(`, ${COVERAGE_PAGE_SIZES.alone}.<`) && !first.includes(`, ${COVERAGE_PAGE_SIZES.alone + 1}.<`),
  );
  const next = /href="(\/coverage\?kind=item&amp;after=[^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&');
  const last = (await made.ask(next)).text;
  assert.ok(last.includes(`numbers: ${COVERAGE_PAGE_SIZES.alone + 1}.<`) && !last.includes('Next page'));
  const together = (await made.ask('/coverage')).text;
  assert.ok(together.includes(`href="/coverage?kind=item">${COVERAGE_PAGE_SIZES.alone + 1} items</a>`));
});

test('a wrong parameter is named, and unreachable storage does not look empty', async () => {
  const made = await world();
  for (const [path, sentence] of [
    ['/coverage.json?kind=spell', 'kind must be one of npc, '],
    ['/coverage.json?zone=0', 'zone must be a whole number from 1 '],
    ['/coverage.json?kind=npc&after=x', 'after must be a place in the list'],
    ['/coverage.json?kind=npc&after=1.99999999999999999', 'after must be a place in the list'],
    ['/coverage.json?after=1.5', 'after must be absent without kind'],
    ['/coverage.json?level=0', 'level must be a whole number from 1 '],
    ['/coverage.json?level=101', 'level must be a whole number from 1 to 100; it is "101".'],
    ['/coverage.json?need=3', 'need must be one of 1, 2; it is "3".'],
  ] as const) {
    const { status, text } = await made.ask(path);
    assert.equal(status, 400, path);
    assert.ok(JSON.parse(text).error.startsWith(sentence), text);
  }
  made.breakStorage(true);
  assert.equal((await made.ask('/coverage')).status, 503);
  const early = createWorld();
  assert.match((await early.ask('/coverage')).text, /is writing its first snapshot/);
  assert.equal((await early.ask('/coverage.json')).status, 503);
});
