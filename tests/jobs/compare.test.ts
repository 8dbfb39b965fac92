import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inTempDir, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, world } from '../support/world.ts';

test('compare lists what differs, beside a running instance', () =>
  inTempDir(async (dataDir) => {
    const table = join(dataDir, 'table.lua');
    await writeFile(table, 'return { [2589] = { [6] = 3.5 }, [858] = { [7] = 1 } }');
    const early = await runJobHere(dataDir, ['compare', table]);
    assert.equal(early.code, 1);
    const instance = await startInstance({ dataDir });
    try {
      await world()
        .installs(3, (install) => {
          for (let i = 0; i < 20; i++) install.looted(npc(6), item(2589));
        })
        .sendTo(instance.url);
      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      const text = await runJobHere(dataDir, ['compare', table]);
      assert.equal(text.code, 0, text.stderr);
      assert.match(
        text.stdout,
        /^The table was read as Questie: 2 rates\.\n0 rates agree .*, and 1 differs beyond chance\.\n/,
      );
      assert.match(
        text.stdout,
        /\n- Item 2589 \(2589\) from NPC 6 \(6\): 3\.5% there, about 100%, between 95% and 100% here \(60 of 60 looted corpses, 3 players\)\n$/,
      );
      const json = JSON.parse((await runJobHere(dataDir, ['compare', table, '--format', 'json'])).stdout);
      assert.deepEqual([json.shape, json.differing, json.unknown], ['questie', 1, 1]);
      const csv = await runJobHere(dataDir, ['compare', table, '--format', 'csv', '--shape', 'questie']);
      assert.match(csv.stdout, /\r\n2589,,npc,6,,3\.5,99\.\d+,95\.\d+,100,/);
      for (const [words, expected] of [
        [[table, '--format', 'xml'], /^--format must be one of text, csv, json; got "xml"\.\n$/],
        [[table, '--shape', 'odd'], /^--shape must be one of auto, questie, pfquest, atlasloot, csv; got "odd"\.\n$/],
        [[join(dataDir, 'none.lua')], /none\.lua was not found: give the full path/],
        [[join(dataDir, 'identity')], /identity: The table must have rates of Questie/],
      ] as const) {
        const refused = await runJobHere(dataDir, ['compare', ...words]);
        assert.equal(refused.code, 1);
        assert.match(refused.stderr, expected);
      }
    } finally {
      await instance.kill();
    }
  }));
