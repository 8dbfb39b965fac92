import { counted } from '../../../domain/values/phrases.ts';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';
import { CSV_TYPE } from '../../pipeline/csv_answer.ts';

/** A file that the index of the export lists. */
export type ListedFile = BulkIndex['files'][number] | NonNullable<BulkIndex['more']>[number];

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  lua: 'text/x-lua; charset=utf-8',
  zip: 'application/zip',
  csv: CSV_TYPE,
  parquet: 'application/vnd.apache.parquet',
  exe: 'application/vnd.microsoft.portable-executable',
  txt: 'text/plain; charset=utf-8',
};
/** Returns the media type of a format. */
export function mediaTypeOf(format: string): string {
  return MEDIA_TYPES[format] ?? 'application/x-ndjson';
}

const CONTENTS: Readonly<Record<string, string>> = {
  corpus: 'Reports of players, one by one',
  edges: 'Relations, such as what drops from where',
  drops: 'Drop rates',
  items: 'Items of the game’s files',
  questie: 'Drop rates in the shape of Questie',
  pfquest: 'Drop rates and vendors in the shape of pfQuest',
  atlasloot: 'Drop rates in the shape of AtlasLoot',
  'questie-all': 'The same for Questie, of sources that three players looted',
  'pfquest-all': 'The same for pfQuest, of sources that three players looted',
  'atlasloot-all': 'The same for AtlasLoot, of sources that three players looted',
  names: 'Names of items, creatures, objects, quests, zones and recipes',
  npcs: 'Creatures and people with levels, reactions and locations',
  objects: 'Chests, herbs and other objects with locations',
  vendors: 'Prices and limited stock of vendors',
  trainers: 'Lessons of trainers with their costs',
  quests: 'Quests with level, giver and rewards',
  gathering: 'What fishing, skinning and other gathering yields',
  recipes: 'Recipes with reagents and the skills at which they change colour',
  market: 'Auction values by day',
  evidence: 'What each player contributed to the facts, without names',
  'drop-table': 'Drop rates with counts, players, intervals and days',
  'data-addon': 'Addon with all of that, vendors and auction values, for tooltips and other addons',
};

/** Says what a file has, in the words of the page. */
export function contentOf(file: ListedFile): string {
  const content =
    file.field === 'measuredZeros'
      ? 'Creatures and objects that held nothing'
      : (CONTENTS[file.dataset] ?? file.dataset);
  const leftOut = 'leftOut' in file ? (file.leftOut ?? 0) : 0;
  return leftOut === 0 ? content : `${content}, without ${counted(leftOut, 'rate')} that found no room`;
}
