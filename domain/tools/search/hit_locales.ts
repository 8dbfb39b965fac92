import { CLAIM_FAMILIES } from '../../families/mod.ts';
import type { KnowledgeEntry } from '../../ports/knowledge.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import type { Locale } from '../../values/language.ts';

type Named = Pick<KnowledgeEntry, 'id' | 'kind' | 'layer' | 'extId'>;

/** Returns the languages of observed names, keyed by entry id. Names in the instance's language are omitted. */
export async function readLocales(snapshot: Snapshot, entries: readonly Named[]): Promise<ReadonlyMap<string, Locale>> {
  const observed = entries.filter(({ layer }) => layer === 'observed');
  const locales = new Map<string, Locale>();
  for (const family of CLAIM_FAMILIES) {
    const { label } = family;
    const own = observed.filter(({ kind, extId }) => extId !== null && kind === label?.kind);
    if (own.length === 0) continue;
    const facts = await snapshot.factsAmong(
      family,
      own.map(({ extId }) => `${extId}`),
    );
    for (const { id, extId } of own) {
      const fact = facts.get(`${extId}`);
      const locale = fact === undefined ? undefined : label?.name(fact)?.locale;
      if (locale !== undefined) locales.set(id, locale);
    }
  }
  return locales;
}
