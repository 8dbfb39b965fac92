import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellAddonWorld } from '../../domain/exports/addon_world.ts';
import { withYard } from '../../domain/exports/support.ts';
import { createWorld, PUBLIC_URL } from '../support.ts';

test('the page for addon authors lists the files, shows the credit line, and follows the instance’s path', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    const publicUrl = `${PUBLIC_URL}/tw`;
    const world = createWorld({
      exports: yard.reader,
      settings: { publicUrl, serviceName: 'North <b>Witness</b>', game: 'forever' },
    });
    const { status, text, headers } = await world.ask('/tw/addons');
    assert.equal(status, 200);
    assert.equal(headers.get('x-service-licence'), 'CC BY-SA 4.0');
    for (const [name, rows] of [
      ['questie.lua', 5],
      ['ThirdWitness_Drops.lua', 6],
      ['ThirdWitness_Data.zip', 10],
    ]) {
      assert.match(
        text,
        new RegExp(`href="/tw/export/addons/${name}" download>${name}</a> <small.*?data-value="${rows}">${rows}<`),
      );
    }
    assert.ok(text.includes('What players of Forever saw'));
    const credit = `Data: North &lt;b&gt;Witness&lt;/b&gt; contributors, ${publicUrl}/, CC BY-SA 4.0`;
    assert.ok(text.includes(`<code>${credit}</code>`), text);
    assert.doesNotMatch(text, /href="\/(?!tw\/)/);
    assert.match((await world.ask('/tw/export')).text, /<a href="\/tw\/addons">For addon authors<\/a>/);
    // A new export shows without a new snapshot.
    assert.match(text, /latest upload <time[^>]*>2026-11-21 /);
    yard.clock.ms += 86_400_000;
    await yard.snapshot();
    await yard.export();
    assert.match((await world.ask('/tw/addons')).text, /latest upload <time[^>]*>2026-11-22 /);
  }));

test('before the first export the page has the functions and the code, but no files and no date', async () => {
  const { status, text } = await createWorld().ask('/addons');
  assert.equal(status, 200);
  assert.ok(text.includes('They are written with the next export.') && text.includes('ThirdWitness.Rate(2589, 6)'));
  assert.doesNotMatch(text, /latest upload|index\.json/);
});
