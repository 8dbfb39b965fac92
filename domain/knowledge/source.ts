import { buildGameDataNotice } from '../game_files/import/notice.ts';
import type { KnowledgeEntry, SearchHit } from '../ports/knowledge.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import { createAttribution, type Publisher } from '../values/attribution.ts';
import { hasEntityPage, toPageUrl } from '../values/entity_page.ts';
import { formatUtcDay } from '../values/instant.ts';

/** The source of an entry, which answers include with every hit (contract, section 6). */
export interface EntryProvenance {
  readonly source: string;
  readonly licence: string;
  readonly credit: string;
  readonly date: string;
}

/**
 * Returns the source of an entry. Observed entries credit the contributors and have the date of the newest upload.
 * Game-file entries name the build. Documents state their own source.
 */
export function buildProvenance(
  entry: Pick<KnowledgeEntry, 'layer' | 'source' | 'licence' | 'date'>,
  { game, row }: SnapshotView,
  publisher: Publisher,
): EntryProvenance {
  switch (entry.layer) {
    case 'observed': {
      const { credit, licence } = createAttribution(publisher);
      const source = `${publisher.serviceName} contributors, observed by three installs or more`;
      return { source, licence, credit, date: formatUtcDay(row.dataAsOfMs ?? row.writtenAtMs) };
    }
    case 'game-files': {
      const { label, build, credit = '' } = buildGameDataNotice(game);
      const date = game?.extractedAt?.slice(0, 10) ?? formatUtcDay(game?.importedAtMs ?? row.writtenAtMs);
      return {
        source: `Game files of build ${build}`,
        licence: `${label}; the game’s publisher owns it`,
        credit,
        date,
      };
    }
    case 'document': {
      const source = entry.source ?? '';
      return { source, licence: entry.licence ?? '', credit: source, date: entry.date ?? '' };
    }
  }
}

/** Returns the URL of an entry: the document's own URL, or the page of an observed entity. Null if there is no page. */
export function findEntryAddress(
  { layer, kind, extId, url }: Pick<KnowledgeEntry, 'layer' | 'kind' | 'extId' | 'url'>,
  publisher: Publisher,
): string | null {
  if (layer === 'document') return url;
  return layer === 'observed' && hasEntityPage(kind) && extId !== null ? toPageUrl(publisher, kind, extId) : null;
}

/** Returns the API URL of an entry. Every entry has one, even if it has no page. */
export function buildRecordAddress({ id }: Pick<SearchHit, 'id'>, { publicUrl }: Publisher): string {
  return `${publicUrl}/api/tools/get_entity?id=${encodeURIComponent(id)}`;
}
