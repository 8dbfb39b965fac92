import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { countKnown, type Known, nameKeyOf, namesReported } from '../count/known.ts';
import { newTally } from '../figures.ts';
import { reach } from '../kept.ts';
import { dayText } from '../record.ts';
import { spread, type ToolCheck, type ToolGround } from '../tools.ts';

const LICENCE = 'CC BY-SA 4.0';
const PAGED = ['item', 'npc', 'quest'];
const HITS_MAX = 50;

// biome-ignore lint/suspicious/noExplicitAny: what the tools answer
type Answer = any;

/** Returns how answers show an entry. `base` is the base URL of the instance's pages. */
function shownOf(ground: ToolGround, base: string) {
  const build = basename(ground.tables).replace(/^client-/, '');
  const day = dayText(Math.max(...ground.kept.map(({ receivedMs }) => receivedMs)));
  return {
    build,
    urlOf: ({ layer, kind, extId }: Known): string | null =>
      layer === 'observed' && PAGED.includes(kind) ? `${base}${kind}/${extId}` : null,
    /** Whether a hit has the source, licence and date of its layer. */
    isSourced: ({ layer }: Known, { source, licence, date }: Answer): boolean =>
      layer === 'observed'
        ? licence === LICENCE && date === day && /three installs/.test(source)
        : source.includes(build) && /unconfirmed/.test(licence) && /^\d{4}-\d\d-\d\d/.test(date),
  };
}

function idsOf(hits: readonly { readonly id: string }[]): string[] {
  return hits.map(({ id }) => id);
}

/** Returns the text of an entity's page tool, or null if the entity has no page. */
async function pageOf({ ask }: ToolGround, id: string): Promise<string | null> {
  const [kind, number] = id.split(':') as [string, string];
  if (!PAGED.includes(kind)) return null;
  const { answer, text } = await ask(`${kind}_page`, { [`${kind}Id`]: Number(number) });
  return answer.page == null ? null : text;
}

/**
 * Returns a name with one letter of its longest word changed, or null if that word is too short or not made of plain
 * letters.
 */
function misspelt(name: string): string | null {
  const words = name.split(' ');
  const [longest] = [...words].sort((a, b) => b.length - a.length);
  if (longest === undefined || !/^[a-z]{6,}$/i.test(longest)) return null;
  const wrong = `${longest.slice(0, 3)}${longest[3] === 'q' ? 'x' : 'q'}${longest.slice(4)}`;
  return words.map((word) => (word === longest ? wrong : word)).join(' ');
}

/**
 * Checks that agreed names and names from the game files are found by full name, partial name and misspelling, and that
 * no other names are found.
 */
export const checkKnowledge: ToolCheck = async (ground) => {
  const { ask } = ground;
  const tally = newTally();
  const known = countKnown(ground);
  const byKey = new Map<string, Known[]>();
  const byKind = new Map<string, Known[]>();
  for (const one of known) {
    reach(byKey, nameKeyOf(one.name), () => []).push(one);
    reach(byKind, one.kind, () => []).push(one);
  }
  const { answer: page } = await ask('item_categories', { item: Number(byKind.get('item')![0]!.extId) });
  const { build, urlOf, isSourced } = shownOf(ground, page.attribution?.source ?? '');
  const idsNamed = (name: string, kind?: string): string[] =>
    byKey
      .get(nameKeyOf(name))!
      .filter((one) => kind === undefined || one.kind === kind)
      .map(({ id }) => id)
      .sort();
  const holdHits = (label: string, hits: readonly Answer[]): void => {
    for (const hit of hits) {
      const of = known.find(({ id }) => id === hit.id);
      assert.ok(of !== undefined, `${label}: ${hit.id} ${hit.name} is public`);
      const { kind, extId, name, url } = hit;
      tally.hold(
        `${label}: ${hit.id}`,
        { kind, extId, name, url },
        { kind: of.kind, extId: of.extId, name: of.name, url: urlOf(of) },
      );
      tally.hold(`${label}: source of ${hit.id}`, isSourced(of, hit), true);
    }
  };

  const some = [...byKind.values()].flatMap((list) => spread(list, list.length > 50 ? 3 : 2));
  for (const [at, one] of some.entries()) {
    const label = `${one.id} ${one.name}`;
    const same = idsNamed(one.name);
    const asked = at % 2 === 0 ? one.name.toUpperCase() : one.name;
    const named = (await ask('get_by_name', { name: asked })).answer.hits;
    tally.hold(`get_by_name ${label}`, idsOf(named).sort(), same);
    holdHits(`get_by_name ${label}`, named);

    const { hits } = (await ask('search_knowledge', { query: asked, limit: HITS_MAX })).answer;
    tally.hold(`search_knowledge ${label}`, idsOf(hits).slice(0, same.length).sort(), same);
    holdHits(`search_knowledge ${label}`, hits);

    const { hit } = (await ask('get_entity', { id: one.id })).answer;
    holdHits(`get_entity ${label}`, [hit]);
    const version = one.layer === 'observed' ? null : build;
    tally.hold(`get_entity ${label}: layer`, [hit.layer, hit.version], [one.layer, version]);
    tally.hold(
      `get_entity ${label}: ${hit.text}`,
      one.told.filter((word) => !hit.text.includes(word)),
      [],
    );

    if (at % 3 === 0) await holdParts(one, hits);
    if (at % 3 === 1) await holdConnector(one, label);
    if (at % 3 === 2) await holdKinds(one, label);
  }

  async function holdParts({ id, name }: Known, hits: readonly Answer[]): Promise<void> {
    const part = name.slice(0, -2).trim();
    const begins = known.filter((other) => nameKeyOf(other.name).includes(nameKeyOf(part)));
    if (begins.length <= HITS_MAX && part.length > 3) {
      const found = (await ask('search_knowledge', { query: part, limit: HITS_MAX })).answer.hits;
      tally.hold(`search_knowledge ${part}: ${id} is found`, idsOf(found).includes(id), true);
    }
    const wrong = misspelt(name);
    if (wrong === null) return;
    const found = (await ask('search_knowledge', { query: wrong, limit: HITS_MAX })).answer.hits;
    tally.hold(`search_knowledge ${wrong}: ${id} is found`, idsOf(found).includes(id), true);
    holdHits(`search_knowledge ${wrong}`, found);
    const few = (await ask('search_knowledge', { query: name, limit: 1 })).answer.hits;
    tally.hold(`search_knowledge ${name}: the first`, few, hits.slice(0, 1));
  }

  async function holdConnector(one: Known, label: string): Promise<void> {
    const hits = (await ask('search_knowledge', { query: one.name })).answer.hits;
    const { results } = (await ask('search', { query: one.name })).answer;
    const named = (rows: readonly Answer[], title: string) => rows.map((row) => [row.id, row[title]]);
    tally.hold(`search ${label}`, named(results, 'title'), named(hits, 'name'));
    const fetched = (await ask('fetch', { id: one.id })).answer;
    const { id, title, url, metadata } = fetched;
    const own = results.find((result: Answer) => result.id === one.id);
    tally.hold(`fetch ${label}`, { id, title, url }, { id: one.id, title: one.name, url: own?.url ?? url });
    tally.hold(`fetch ${label}: source`, isSourced(one, metadata), true);
    tally.hold(
      `fetch ${label}: ${fetched.text}`,
      one.told.filter((word) => !fetched.text.includes(word)),
      [],
    );
    tally.hold(`fetch ${label}: url`, urlOf(one) ?? url, url);
    const page = await pageOf(ground, one.id);
    if (page !== null) tally.hold(`fetch ${label}: all that its page says`, fetched.text, page);
    if (own !== undefined) tally.hold(`search ${label}: source`, isSourced(one, own) && own.credit !== '', true);

    const question = one.kind === 'item' ? `What drops ${one.name}?` : `Where do I find ${one.name}?`;
    const { sources } = (await ask('answer_sources', { question })).answer;
    const same = idsNamed(one.name).slice(0, 5);
    const first = idsOf(sources).slice(0, same.length);
    tally.hold(
      `answer_sources ${question}`,
      first.filter((found) => !idsNamed(one.name).includes(found)),
      [],
    );
    tally.hold(`answer_sources ${question}: found`, first.length, same.length);
    for (const source of sources) {
      const of = known.find((other) => other.id === source.id)!;
      const { title, url: at } = source;
      // Entries without a page are cited by the URL of their `get_entity` answer.
      const record = `/api/tools/get_entity?id=${encodeURIComponent(of.id)}`;
      const isAddressed = urlOf(of) === null ? String(at).endsWith(record) : at === urlOf(of);
      tally.hold(`answer_sources ${source.id}`, { title, isAddressed }, { title: of.name, isAddressed: true });
      tally.hold(`answer_sources ${source.id}: source`, isSourced(of, source) && source.credit !== '', true);
    }
    const single = (await ask('answer_sources', { question, limit: 1 })).answer.sources;
    tally.hold(`answer_sources ${question}: the first`, single, sources.slice(0, 1));
  }

  async function holdKinds(one: Known, label: string): Promise<void> {
    const { hits } = (await ask('get_by_name', { name: one.name, kind: one.kind })).answer;
    tally.hold(`get_by_name ${label} of its kind`, idsOf(hits).sort(), idsNamed(one.name, one.kind));
    const other = one.kind === 'item' ? 'npc' : 'item';
    const found = (await ask('search_knowledge', { query: one.name, kind: other })).answer.hits;
    const kinds = new Set(found.map((hit: Answer) => hit.kind));
    tally.hold(
      `search_knowledge ${label} of another kind`,
      [...kinds].filter((kind) => kind !== other),
      [],
    );
    const versioned = (await ask('search_knowledge', { query: one.name, version: build })).answer.hits;
    const isFiled = (id: string): boolean => known.some((of) => of.id === id && of.layer === 'game-files');
    tally.hold(
      `search_knowledge ${label} of the build`,
      idsOf(versioned).filter((id) => !isFiled(id)),
      [],
    );
    if (one.layer === 'game-files') {
      tally.hold(`search_knowledge ${label} of the build`, idsOf(versioned).includes(one.id), true);
    }
  }

  // Names and ids on which fewer than three installs agree must not be found.
  const hidden = [...namesReported(ground)].filter((name) => !byKey.has(nameKeyOf(name)));
  assert.ok(hidden.length > 0, 'some names are not public');
  for (const name of spread(hidden, 8)) {
    tally.hold(`get_by_name ${name}`, (await ask('get_by_name', { name })).answer.hits, []);
    const { hits } = (await ask('search_knowledge', { query: name })).answer;
    holdHits(`search_knowledge ${name}`, hits);
    tally.hold(
      `search_knowledge ${name}`,
      hits.filter((hit: Answer) => nameKeyOf(hit.name) === nameKeyOf(name)),
      [],
    );
  }
  const unnamed = ground.kept.flatMap(({ record }) => {
    if (record.kind === 'item_seen') return [`item:${record.itemId}`];
    if (record.kind === 'npc_sighting') return [`npc:${record.npcId}`];
    return record.kind === 'quest' ? [`quest:${record.questId}`] : [];
  });
  const ids = new Set(idsOf(known));
  for (const id of [
    ...spread(
      [...new Set(unnamed)].filter((one) => !ids.has(one)),
      6,
    ),
    'item:1',
    'doc:none',
  ]) {
    const { hit } = (await ask('get_entity', { id })).answer;
    const page = await pageOf(ground, id);
    if (page !== null) {
      // Some fact on the entity is public, but not its name.
      const [kind, number] = id.split(':');
      tally.hold(`get_entity ${id}`, [hit.name, hit.text], [`${kind} ${number}`, page]);
      tally.hold(`fetch ${id}`, (await ask('fetch', { id })).answer.text, page);
      continue;
    }
    tally.hold(`get_entity ${id}`, hit, null);
    await assert.rejects(ask('fetch', { id }), /there is no entry with this id/);
  }
  tally.hold('ecosystem_projects', (await ask('ecosystem_projects')).answer.projects, []);
  tally.hold('ecosystem_projects', (await ask('ecosystem_projects', { query: 'addon' })).answer.projects, []);
  return tally.figures();
};
