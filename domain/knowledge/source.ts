import { dayOf, dayText } from '../families/counting/family.ts';
import { gameDataNotice } from '../game_files/import/notice.ts';
import type { KnowledgeEntry, SearchHit } from '../ports/knowledge.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import { attributionOf, type Publisher } from '../values/attribution.ts';
import { isPaged, pageUrl } from '../values/entity_page.ts';

/** Where an entry comes from, as answers say it with every hit (contract, section 6). */
export interface EntrySource {
  readonly source: string;
  readonly licence: string;
  /** Whom to credit. */
  readonly credit: string;
  /** A day, or of a document what its importer gave. */
  readonly date: string;
}

/** Observed: the contributors, as of the newest upload. The game's files: their build, unconfirmed. Documents: what they say. */
export function sourceOf(
  entry: Pick<KnowledgeEntry, 'layer' | 'source' | 'licence' | 'date'>,
  view: SnapshotView,
  publisher: Publisher,
): EntrySource {
  switch (entry.layer) {
    case 'observed':
      return ofPlayers(view, publisher);
    case 'game-files':
      return ofFiles(view);
    case 'document': {
      const source = entry.source ?? '';
      return { source, licence: entry.licence ?? '', credit: source, date: entry.date ?? '' };
    }
  }
}

function dayTextOf(ms: number): string {
  return dayText(dayOf(ms));
}

function ofPlayers({ row }: SnapshotView, publisher: Publisher): EntrySource {
  const { credit, licence } = attributionOf(publisher);
  const source = `${publisher.serviceName} contributors, observed by three installs or more`;
  return { source, licence, credit, date: dayTextOf(row.dataAsOfMs ?? row.writtenAtMs) };
}

function ofFiles({ game, row }: SnapshotView): EntrySource {
  const { label, build, credit = '' } = gameDataNotice(game);
  const read = game?.extractedAt?.slice(0, 10) ?? dayTextOf(game?.importedAtMs ?? row.writtenAtMs);
  return {
    source: `Game files of build ${build}`,
    licence: `${label}; the game’s publisher owns it`,
    credit,
    date: read,
  };
}

/** Where an entry can be read: a document where it stands, an observed entity on its page here; null: nowhere. */
export function addressOf(
  { layer, kind, extId, url }: Pick<KnowledgeEntry, 'layer' | 'kind' | 'extId' | 'url'>,
  publisher: Publisher,
): string | null {
  if (layer === 'document') return url;
  return layer === 'observed' && isPaged(kind) && extId !== null ? pageUrl(publisher, kind, extId) : null;
}

/** Where the whole record is answered, for whoever needs an address of every entry. */
export function recordAddress({ id }: Pick<SearchHit, 'id'>, { publicUrl }: Publisher): string {
  return `${publicUrl}/api/tools/get_entity?id=${encodeURIComponent(id)}`;
}
