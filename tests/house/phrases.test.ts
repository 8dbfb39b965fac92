import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { resolveItemFilter } from '../../domain/reads/items.ts';
import { formatChoices, formatQuantity, formatWait, joinWithOr } from '../../domain/values/phrases.ts';
import { formatProgress } from '../../jobs/sentences.ts';
import { readArguments, readQueryArguments } from '../../schema/read_arguments.ts';
import { quoteValue } from '../../schema/refusal.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

test('numbers and lists are written as words', () => {
  assert.deepEqual(
    [0, 1, 2].map((n) => formatQuantity(n, 'upload')),
    ['0 uploads', '1 upload', '2 uploads'],
  );
  assert.equal(formatQuantity(1, 'reply', 'replies'), '1 reply');
  assert.equal(formatQuantity(3, 'reply', 'replies'), '3 replies');
  assert.deepEqual(
    [formatQuantity(999, 'place'), formatQuantity(1_234_567, 'place')],
    ['999 places', '1,234,567 places'],
  );
  assert.deepEqual([joinWithOr([]), joinWithOr(['a']), joinWithOr(['a', 'b', 'c'])], ['', 'a', 'a, b or c']);
  assert.deepEqual(
    [formatChoices([], 'absent'), formatChoices(['a'], 'absent'), formatChoices(['a', 'b'], 'x')],
    ['absent', 'a', 'one of a, b'],
  );
  assert.deepEqual([1, 120, 121, 7_200, 7_201].map(formatWait), [
    '1 second',
    '120 seconds',
    '3 minutes',
    '120 minutes',
    '3 hours',
  ]);
  assert.match(formatProgress({ fromSeq: 0, seq: 1, toSeq: 1 }), / 100% of 1 record$/);
});

function refusalOf(tool: string, query: string): string {
  const read = readQueryArguments(TOOLS.get(tool)!, query);
  assert.ok(!read.ok);
  return read.error;
}

test('an empty list is "none" in a sentence', () => {
  assert.equal(refusalOf('everloot_plan', 'x=1'), 'everloot_plan takes no arguments; got "x".');
  assert.equal(refusalOf('npc_page', 'npcId=6&x=1'), 'npc_page takes only npcId; got "x".');
  const object = readArguments(TOOLS.get('npc_page')!, { npcId: {} });
  assert.ok(!object.ok && object.error.endsWith('; got an object.'), JSON.stringify(object));
  assert.deepEqual(
    [quoteValue(null, true), quoteValue({}, true), quoteValue(5, true)],
    ['null', 'an object', 'a number'],
  );
});

test('a build without classes, or a class without subclasses, offers none to choose from', () => {
  const none = { item: null, class: null, subclass: null, slot: null, quality: null };
  const sword = { id: 2, name: 'Weapon', label: 'Weapons', slug: 'weapon', items: 1, subclasses: [] };
  const refusal = (classes: readonly (typeof sword)[], asked: object): string => {
    const read = resolveItemFilter({ classes, slots: [], qualities: [] }, { ...none, ...asked });
    return read.ok ? 'taken' : read.error.kind === 'bad-parameter' ? read.error.error : '';
  };
  assert.equal(refusal([], { class: 'mage' }), 'class must be absent, since the build has no classes; it is "mage".');
  assert.equal(refusal([sword], { class: 'mage' }), 'class must be weapon; it is "mage".');
  assert.equal(
    refusal([sword], { class: 'weapon', subclass: 'axes' }),
    'subclass must be absent, since the class has none; it is "axes".',
  );
});

/** Matches `${…} records` and similar, where the number could be 1. */
const NOUNS =
  'uploads|records|rows|files|links|documents|points|seconds|bytes|cells|yards|characters|words|entries|items|drops|windows|places|recipes|times|days|kills|levels|crafts|members|requests|tokens|houses';
const PLURAL = new RegExp(`\\$\\{([^{}]+)\\} (${NOUNS})\\b`, 'g');

/** Matches a constant, the bound of a field, or a number that is already formatted with its noun. */
const NEVER_ONE =
  /^[A-Z_]+(\.\w+)?$|^(?:min|max|bytesMax)$|\b(?:counted|count|formatCount|formatCounted|formatQuantity)\(|\.value$|^GRANT_DAYS|^kind$/;

/** Numbers that are checked nearby, or that are always above one in that sentence. */
const MORE: ReadonlySet<string> = new Set([
  'domain/reads/entities/places.ts pins.total',
  'domain/tools/talents/talent_plan.ts popularity.characters',
  'domain/game_files/talents/plan.ts maxRank',
  'http/intake/present.ts records',
  'http/forms/read_form.ts times',
  'http/pipeline/query.ts times',
  'schema/refusal.ts length',
  'jobs/sentences.ts damaged',
  'adapters/libsql/evidence/dirty.ts order',
]);

test('a number that may be 1 has a singular and a plural', () => {
  const found = ['domain', 'jobs', 'adapters', 'http', 'schema'].flatMap((folder) =>
    readdirSync(join(TOP, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => {
        const path = relative(TOP, join(TOP, folder, file)).replaceAll('\\', '/');
        const source = readFileSync(join(TOP, path), 'utf8');
        return [...source.matchAll(PLURAL)]
          .filter(([, number]) => !NEVER_ONE.test(number!) && !MORE.has(`${path} ${number}`))
          .map(([sentence]) => `${path}: ${sentence}`);
      }),
  );
  assert.deepEqual(found, []);
});
