import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAssigned, isClean, isVisible, normaliseName } from '../../schema/text.ts';
import { inTempDir } from '../support/instance.ts';
import { DATA_FUNCTIONS, FILES, globalsOf } from './facts/names.ts';
import { ADDON, LUA, play, playIn } from './support.ts';

test('every file is Lua 5.1, and writes only the globals for saved variables and the slash command', () => {
  assert.deepEqual(globalsOf(DATA_FUNCTIONS, 'SETGLOBAL'), ['ThirdWitness']);
  const ownFiles = FILES.filter((file) => file !== DATA_FUNCTIONS);
  const written = ownFiles.flatMap((file) => globalsOf(file, 'SETGLOBAL'));
  assert.deepEqual([...new Set(written)].sort(), [
    'SLASH_THIRDWITNESS1',
    'SLASH_THIRDWITNESS2',
    'ThirdWitnessCharacterDB',
    'ThirdWitnessDB',
    'ThirdWitnessEarlierDB',
  ]);
});

/** Functions of the client that may return secret values, with the helper that may take their results unseen. */
const MAY_BE_SECRET: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['UnitGUID', 'UnitName', 'UnitLevel', 'UnitReaction', 'UnitClass', 'UnitRace', 'UnitExists', 'UnitIsPlayer'],
      ...[
        'GetLootSlotInfo',
        'GetLootSlotLink',
        'GetLootSlotType',
        'GetRealmName',
        'GetGuildInfo',
        'GetGuildRosterInfo',
      ],
      ...['GetQuestLogTitle', 'GetTitleText', 'GetQuestID', 'GetMerchantItemLink', 'GetTrainerServiceInfo'],
      ...['GetTradeSkillInfo', 'GetCraftInfo', 'GetInstanceInfo'],
    ].map((name) => [name, 'known']),
  ),
  GetLootSourceInfo: 'listGuids',
};

test('every GUID and name of the client passes through one helper before anything else', () => {
  const lines = FILES.flatMap((file) => readFileSync(join(ADDON, file), 'utf8').split('\n'));
  for (const [name, helper] of Object.entries(MAY_BE_SECRET)) {
    const calls = lines.filter((line) => line.includes(`${name}(`));
    assert.ok(calls.length > 0, name);
    for (const line of calls) assert.match(line, new RegExp(`\\b${helper}\\(.*${name}\\(`), line);
  }
});

test('no file mentions the combat log, which addons must not read in Forever', () => {
  for (const file of FILES) assert.doesNotMatch(readFileSync(join(ADDON, file), 'utf8'), /COMBAT_LOG|CombatLog/, file);
});

/** Faults that the fake client must notice: an edit of a file, the session that shows it, and the error. */
const FAULTS = [
  ['text.lua', /$/, '\nleaked = 1\n', 'unfit', /the addon wrote the global leaked/],
  ['gold.lua', /$/, '\nrecorder.on("COMBAT_LOG_EVENT", function() end)\n', 'day', /the client blocked the addon/],
  ['client.lua', 'return known(UnitGUID(unit))', 'return (UnitGUID(unit))', 'day', /did not test a secret value/],
  ['client.lua', 'known((UnitName(unit)))', '(UnitName(unit))', 'day', /did not test a secret value/],
  ['client.lua', 'known((select(at, ...)))', '(select(at, ...))', 'loot', /did not test a secret value/],
  ['client.lua', 'then values[at] = nil end', 'then end', 'day', /a secret value was used/],
  ['client.lua', 'fine and known(value) or nil', 'fine and value or nil', 'sets', /did not test a secret value/],
  ['core.lua', 'work(TW.client.known(...))', 'work(...)', 'day', /did not test a secret value/],
] as const;

test('the fake client notices globals, forbidden events and secret values that the addon handles badly', async () => {
  for (const [faulty, part, replacement, session, error] of FAULTS) {
    await inTempDir(async (folder) => {
      const planted = join(folder, 'addon');
      mkdirSync(planted);
      for (const file of readdirSync(ADDON)) {
        const text = readFileSync(join(ADDON, file), 'utf8');
        const changed = text.replace(part, () => replacement);
        if (file === faulty) assert.notEqual(changed, text, `${faulty}: ${part}`);
        writeFileSync(join(planted, file), file === faulty ? changed : text);
      }
      assert.throws(() => playIn(folder, session, { addon: planted, client: 'forever' }), error);
    });
  }
});

test('the addon and the contract agree about every character of Unicode', async () => {
  const { chat } = await play('unfit');
  const unfit = (code: number): boolean => {
    const text = String.fromCodePoint(code);
    return !isClean(text) || !isVisible(text) || !isAssigned(text);
  };
  const runs: string[] = [];
  let first: number | null = null;
  for (let code = 0; code <= 0x110000; code++) {
    const isUnfit = code <= 0x10ffff && unfit(code);
    if (isUnfit) first ??= code;
    else if (first !== null) {
      runs.push(`${first.toString(16)} ${(code - 1).toString(16)}`);
      first = null;
    }
  }
  assert.ok(runs.length > 40);
  assert.deepEqual(chat, runs);
});

test('the addon writes names as the contract stores them, with single plain spaces', async () => {
  const { chat } = await play('names');
  const names = ['Ragged Wolf', ' Ragged  Wolf ', 'Ragged\u00a0Wolf', '\u3000Ragged\u2009 \u202fWolf\u1680'];
  const kept = [...names.map(normaliseName), 'Ragged Young'];
  const plain = [...kept, 'Hogger', 'none', 'none'];
  assert.deepEqual(chat.slice(0, plain.length), plain, 'cut to twelve characters, without what is not assigned');
  assert.deepEqual(chat.slice(plain.length), [
    ...['1 Wolf', '3 Wolves', '21 c', "Chef d'Elwynn", 'Chef de Kobold', "d'Élune", 'Имя x', '용을 x'],
    // A doubled bar is a bar, and marks that are not complete lose only their bar and digit.
    ...['a|4b:c;', 'ab', 'no end', 'x', 'a;b'],
  ]);
});

/** Returns a saved file with this many different numbers. */
function fileOf(numbers: number): string {
  return `ThirdWitnessDB = {\n${Array.from({ length: numbers }, (_, n) => `${n + 0.5},`).join('\n')}\n}\n`;
}

test('Lua cannot read a file with too many different values, and the addon stays well below the limit', () =>
  inTempDir(async (folder) => {
    const path = join(folder, 'saved.lua');
    const read = (numbers: number): void => {
      writeFileSync(path, fileOf(numbers));
      execFileSync(LUA, [path], { stdio: 'pipe' });
    };
    read(262_000);
    assert.throws(() => read(262_200), /constant table overflow/);
    const [, kept] = /^local CONSTANTS_MAX = (\d+)$/m.exec(readFileSync(join(ADDON, 'store.lua'), 'utf8'))!;
    assert.ok(Number(kept) <= 200_000);
  }));
