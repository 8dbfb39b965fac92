import { DAYS_BACK } from '../../../schema/limits.ts';
import type { recent_changes as contract } from '../../../schema/tools/recent_changes.ts';
import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import { type CatalogueFact, type CatalogueKind, nameOfEntry } from '../../families/counting/catalogue.ts';
import { type ChangeSubject, linesAbout, subjectOf } from '../../families/lookups/change_subjects.ts';
import { families } from '../../families/mod.ts';
import type { ChangeLine } from '../../ports/change_log.ts';
import type { FactFamily } from '../../ports/facts.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { type Locale, localeOf } from '../../values/language.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { ok } from '../../values/result.ts';
import { answerPage, type PageAnswer, pageText } from '../shared/page.ts';
import { pagedEntityOf } from '../shared/paged_entity.ts';
import type { RuleOf, ToolRule } from '../tool.ts';
import { type ChangeParts, changeParts, changeSentence } from './change_sentence.ts';
import { namesAhead } from './names_ahead.ts';

const LINES_SHOWN = 20;

/** Explains why there are no lines, and when there will be. */
function noChange(since: string | undefined, kind: ChangeSubjectKind | undefined): string {
  const what = kind === undefined ? 'Nothing' : `Nothing of the kind ${kind.replace('_', ' ')}`;
  const when = since === undefined ? `within the ${DAYS_BACK.changeLog} days that are kept` : `since ${since}`;
  return `${what} changed ${when}. It fills as players’ uploads make something public, change it or take it back.`;
}

/** The change log, newest first (contract, section 3, Change log). */
export const recent_changes: RuleOf<typeof contract> = {
  answer: async (context, asked) => {
    const told = await recent_change_parts.answer(context, asked);
    if (!told.ok) return told;
    const { page, ...head } = told.value;
    if (page === undefined) return ok(head);
    const changes = page.changes.map(({ parts, ...change }) => ({ ...change, sentence: changeSentence(parts) }));
    return ok({ ...head, page: { changes, more: page.more } });
  },
  text: (answer, { since, kind }) =>
    pageText(answer, ({ changes, more }) => [
      ...(changes.length === 0 ? [noChange(since, kind)] : []),
      ...changes.slice(0, LINES_SHOWN).map(({ at, sentence }) => `${at}: ${sentence}`),
      ...(changes.length > LINES_SHOWN
        ? [`And ${changes.length - LINES_SHOWN} more in the structured answer.`]
        : more
          ? ['There are older ones.']
          : []),
    ]),
};

/** The change log with each sentence split into parts, for a page that links the entities in it. */
export const recent_change_parts: Pick<ToolRule<Args, PageAnswer<ChangeListParts>>, 'answer'> = {
  answer: (context, { since, kind, limit }) =>
    answerPage(context, async (snapshot) => {
      const sinceMs = since === undefined ? 0 : Date.parse(since);
      // Reads one line more than it shows, to find out whether there are more.
      const lines = await linesOf(snapshot, { sinceMs, kind: kind ?? null, limit: limit + 1 });
      const told = lines.slice(0, limit);
      await namesAhead(snapshot, told);
      const changes = await mapInOrder(told, changeReader(snapshot));
      return { page: { changes, more: lines.length > limit } };
    }),
};

type Args = Parameters<RuleOf<typeof contract>['answer']>[1];

/** The newest changes. */
export interface ChangeListParts {
  readonly changes: readonly ChangeInParts[];
  /** True if there are older changes. */
  readonly more: boolean;
}

interface Asked {
  readonly sinceMs: number;
  readonly kind: ChangeSubjectKind | null;
  readonly limit: number;
}

/** Returns the newest lines. Lines with the same time keep the order of the queries that found them. */
export async function linesOf(
  snapshot: PublishedSnapshot,
  { sinceMs, kind, limit }: Asked,
): Promise<readonly AboutLine[]> {
  const asked = kind === null ? [{ families: null, subjectPrefix: '' }] : linesAbout(kind);
  const found = await mapInOrder(asked, (lines) => snapshot.log.changes({ sinceMs, limit, ...lines }));
  const newest = found
    .flat()
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, limit);
  return newest.flatMap((line) => {
    const about = subjectOf(line);
    return about === null ? [] : [{ line, about }];
  });
}

export interface AboutLine {
  readonly line: ChangeLine;
  readonly about: ChangeSubject;
}

/** One change, with its sentence split into parts. */
export interface ChangeInParts {
  readonly at: string;
  readonly change: ChangeLine['change'];
  readonly kind: ChangeSubjectKind;
  readonly id: number | null;
  readonly subject: string;
  readonly name: string | null;
  readonly locale?: Locale;
  readonly field: string;
  readonly url: string | null;
  readonly parts: ChangeParts;
}

interface Named {
  readonly name: string | null;
  readonly locale?: Locale;
  readonly url: string | null;
}

const NAMELESS: Named = { name: null, url: null };

/** Returns a function that reads the data shown for a line. The name of each subject is looked up only once. */
export function changeReader(snapshot: PublishedSnapshot): (line: AboutLine) => Promise<ChangeInParts> {
  const known = new Map<string, Named>();
  return async ({ line, about: { kind, id } }) => {
    const { change, subject, field } = line;
    const key = `${kind} ${id}`;
    const named = known.get(key) ?? (await nameOf(snapshot, { kind, id }));
    known.set(key, named);
    const { name, url } = named;
    const parts = await changeParts(snapshot, line, { ...named, kind, id });
    const at = new Date(line.atMs).toISOString();
    return {
      at,
      change,
      kind,
      id,
      subject,
      name,
      ...localeOf(named),
      field,
      url,
      parts,
    };
  };
}

/** The entity kind for each subject kind whose subjects have names and pages. */
const ENTITIES: Readonly<Partial<Record<ChangeSubjectKind, string>>> = {
  item: 'item',
  collection: 'item',
  npc: 'npc',
  vendor: 'npc',
  trainer: 'npc',
  object: 'object',
  quest: 'quest',
  zone: 'zone',
  recipe: 'recipe',
};

/** Subject kinds whose names come from catalogues. */
const CATALOGUES = {
  achievement: families.achievements,
  reputation: families.reputations,
  title: families.titles,
  quest_chain: families.quest_chains,
} as const;

/** Returns the currently agreed name. The subject may no longer be public, or may have no name. */
async function nameOf(
  snapshot: PublishedSnapshot,
  { kind, id }: { readonly kind: ChangeSubjectKind; readonly id: number | null },
): Promise<Named> {
  if (id === null) return NAMELESS;
  const entity = ENTITIES[kind];
  if (entity !== undefined) return pagedEntityOf(snapshot, entity, id);
  if (!isOfCatalogue(kind)) return NAMELESS;
  const family: FactFamily<CatalogueFact<CatalogueKind>> = CATALOGUES[kind];
  const fact = await snapshot.fact(family, String(id));
  const name = fact === null ? undefined : nameOfEntry(fact);
  return { name: name?.value ?? null, ...localeOf(name), url: null };
}

function isOfCatalogue(kind: ChangeSubjectKind): kind is keyof typeof CATALOGUES {
  return Object.hasOwn(CATALOGUES, kind);
}
