import type { entity_relations as contract } from '../../../schema/tools/browsing.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { buildGameDataNotice } from '../../game_files/import/notice.ts';
import { toLabel } from '../../reads/entities/snapshot_data.ts';
import { groupBy } from '../../values/group_by.ts';
import { entity_relations, formatEdgeEnd } from '../pages/entity_relations.ts';
import { renderCredit, renderTitledList } from '../shared/page.ts';
import type { PageTextReader } from './paged.ts';

type RelationEdge = NonNullable<ToolAnswer<typeof contract>['page']>['edges'][number];

/** Kinds of entity about which only the game's files say something. */
const FILE_ENTRY_KINDS = ['spell', 'skill', 'item_set'] as const;
type FileEntryKind = (typeof FILE_ENTRY_KINDS)[number];

/** Titles of the relations of each kind, in the order in which they are listed. */
const RELATION_TITLES: Readonly<Record<FileEntryKind, Readonly<Partial<Record<RelationEdge['rel'], string>>>>> = {
  spell: { created_by: 'Makes', reagent_for: 'Needs', in_skill_line: 'Belongs to the skill' },
  skill: { in_skill_line: 'Spells and recipes of this skill' },
  item_set: { part_of_set: 'Items of this set' },
};

const RELATION_LINES_MAX = 40;

/** Renders what the game's files say about a spell, skill or item set, or returns null if they say nothing. */
export const readFilesText: PageTextReader = async (context, { kind, id }) => {
  const filed = FILE_ENTRY_KINDS.find((one) => one === kind);
  if (filed === undefined) return null;
  const found = await entity_relations.answer(context, { kind: filed, id, limit: RELATION_LINES_MAX });
  if (!found.ok || found.value.page === undefined) return null;
  const { entity, edges, total } = found.value.page;
  const byRelation = groupBy(edges, ({ rel }) => rel);
  const { label } = buildGameDataNotice(context.snapshot.view.game);
  const lines = [
    `${toLabel({ ...entity, kind: filed.replaceAll('_', ' ') })}, ${label}.`,
    ...Object.entries(RELATION_TITLES[filed]).flatMap(([rel, title]) => {
      const own = byRelation.get(rel as RelationEdge['rel']) ?? [];
      const ends = own.map((edge) =>
        formatEdgeEnd(edge, edge.fromKind === filed && edge.fromId === id ? 'to' : 'from'),
      );
      return renderTitledList(title, ends, RELATION_LINES_MAX, own.length + total - edges.length);
    }),
    `Ask entity_relations with kind ${filed} and id ${id} for the relations as data.`,
    ...renderCredit(found.value),
  ];
  return { text: lines.join('\n'), name: entity.name, observed: false };
};
