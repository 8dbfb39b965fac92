import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loaderOf, servedBytes, servedText, tellAddonWorld } from '../domain/exports/addon_world.ts';
import { withYard, type Yard } from '../domain/exports/support.ts';
import { createWorld } from '../http/support.ts';
import { readZip } from '../support/zip.ts';
import { DATA_FUNCTIONS } from './facts/names.ts';
import { STAND_INS } from './other_addons.ts';
import { printLua } from './run_lua.ts';
import { ADDON } from './support.ts';

const UNESCAPED: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Returns the blocks of code of the page for addon authors, as its readers copy them. */
async function blocksOfPage(yard: Yard): Promise<readonly string[]> {
  const { status, text } = await createWorld({ exports: yard.reader }).ask('/addons');
  assert.equal(status, 200);
  return [...text.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(([, code]) =>
    code!.replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => UNESCAPED[name]!),
  );
}

/** Puts a file at the line of a loader that is for it, and checks that there is such a line. */
function insertFile(code: string, name: string, file: string): string {
  const line = `-- Insert ${name} here.\n`;
  assert.ok(code.includes(line), code);
  return code.replace(line, () => file);
}

test('every block of code on the page for addon authors works as it stands', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    await yard.export();
    const file = (name: string): Promise<string> => servedText(yard, `addons/${name}`);
    const files = new Map(
      readZip(await servedBytes(yard, 'addons/ThirdWitness_Data.zip')).map(({ path, text }) => [path, text]),
    );
    const dataAddon = ['data', 'drops', 'api'].map((name) => files.get(`ThirdWitness_Data/${name}.lua`)!).join('\n');
    const dropTable = await file('ThirdWitness_Drops.lua');
    const tooltip =
      'lines = {}\ntooltip = { AddDoubleLine = function(_, ...) lines[#lines + 1] = table.concat({ ... }, " ") end }';
    const chat = 'lines = {}\nfunction print(...) lines[#lines + 1] = table.concat({ ... }, " ") end';
    const said = 'io.write(table.concat(lines, " / "), "\\n")';

    /** For each block: the word that tells it from the others, and the programs that run it with what they print. */
    const checks: readonly {
      readonly of: string;
      readonly runs: (code: string) => Promise<readonly (readonly [string, string[]])[]>;
    }[] = [
      { of: '## OptionalDeps: ThirdWitness_Data', runs: async () => [] },
      {
        of: 'ThirdWitness.Rate(2589, 6)',
        runs: async (code) => [
          [[dataAddon, chat, code, said].join('\n'), ['50%, between 43.1% and 56.9%']],
          // Without the addon of data, and with data that lack this rate.
          [[chat, code, said].join('\n'), ['']],
          [[files.get('ThirdWitness_Data/api.lua'), chat, code, said].join('\n'), ['']],
        ],
      },
      {
        of: 'addSources',
        runs: async (code) => {
          const calls = 'addSources(tooltip, 2589)\naddSources(tooltip, 1)\naddSources(tooltip, 7)';
          return [
            [
              [dataAddon.replace(/^\["n38"\] = "=.*$/m, ''), tooltip, code, calls, said].join('\n'),
              ['npc 38 100% / Kobold Vermin 50% / npc 38 0.0033%'],
            ],
            [[tooltip, code, calls, said].join('\n'), ['']],
          ];
        },
      },
      {
        of: 'QuestieLoader',
        runs: async (code) => [
          [
            `${STAND_INS.questie}\n${insertFile(code, 'questie.lua', await file('questie.lua'))}\nprint(rate(2589, 6), rate(2589, 99))`,
            ['50\t7'],
          ],
        ],
      },
      {
        of: 'pfDB',
        runs: async (code) => [
          [
            `${STAND_INS.pfquest}\n${insertFile(code, 'pfquest.lua', await file('pfquest.lua'))}\nprint(rate(2589, "U", 6), rate(5, "R", 1))`,
            ['50\t2'],
          ],
        ],
      },
      {
        of: 'AtlasLoot',
        runs: async (code) => [
          [
            `${STAND_INS.atlasloot}\n${insertFile(code, 'atlasloot.lua', await file('atlasloot.lua'))}\nprint(rate(6, 2589), (rate(6, 99)))`,
            ['50\t7'],
          ],
        ],
      },
      { of: 'ThirdWitness_Drops.lua\nMyAddon.lua', runs: async () => [] },
      {
        of: 'dropRate',
        runs: async (code) => [
          [
            [
              dropTable,
              code,
              'print(dropRate(2589, 6))',
              'print(dropRate(7, 38))',
              'print(dropRate(89, 6), dropRate(1, 2))',
            ].join('\n'),
            [
              '50\t43.1361\t56.8639\t100\t200\t5\t2026-11-20',
              '0.0033\t0.0031\t0.0035\t1000\t30000000\t5\tnil',
              'nil\tnil',
            ],
          ],
        ],
      },
      { of: 'Data: Third Witness contributors, http', runs: async () => [] },
      {
        of: 'ThirdWitness.Info()',
        runs: async (code) => [
          [
            [dataAddon, chat, code, said].join('\n'),
            ['Data: Third Witness contributors https://witness.example CC BY-SA 4.0'],
          ],
          [[chat, code, said].join('\n'), ['']],
        ],
      },
    ];
    const blocks = await blocksOfPage(yard);
    assert.deepEqual(
      blocks.map((code) => checks.findIndex(({ of }) => code.includes(of))),
      checks.map((_, i) => i),
      'each block has its check',
    );
    for (const [i, code] of blocks.entries()) {
      for (const [program, expected] of await checks[i]!.runs(code))
        assert.deepEqual(printLua(program, []), expected, code);
    }
    const guide = readFileSync(new URL('../../docs/reading.md', import.meta.url), 'utf8');
    for (const code of blocks.filter((block) => /dropRate|Rate\(2589, 6\)/.test(block))) {
      assert.ok(guide.includes(`\`\`\`lua\n${code}\n\`\`\``), 'docs/reading.md has the same code');
    }
    for (const name of ['questie', 'pfquest', 'atlasloot'] as const) assert.ok(blocks.includes(loaderOf(name)), name);
  }));

test('the page and docs/reading.md list the functions of the addon of data, and no other', () =>
  withYard(async (yard) => {
    const { text } = await createWorld({ exports: yard.reader }).ask('/addons');
    const listed = [...text.matchAll(/<li><code>(\w+(?:\([\w, ]*\))?)<\/code>/g)].map(([, call]) => call!);
    const source = readFileSync(join(ADDON, DATA_FUNCTIONS), 'utf8');
    const defined = [...source.matchAll(/^function API\.(\w+\([\w, ]*\))/gm)].map(([, call]) => call!);
    assert.deepEqual([...listed].sort(), [...defined, 'version'].sort());
    const guide = readFileSync(new URL('../../docs/reading.md', import.meta.url), 'utf8');
    const inGuide = [...guide.matchAll(/^\| `(\w+(?:\([\w, ]*\))?)` \|/gm)].map(([, call]) => call!);
    assert.deepEqual(inGuide, listed);
  }));
