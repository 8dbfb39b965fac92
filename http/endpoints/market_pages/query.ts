import * as v from 'valibot';
import type { ItemCursor } from '../../../domain/ports/market.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import type { FilterChoices, MarketFilter } from '../../../domain/tools/market/market_filter.ts';
import { type MarketQuery, REALMS_MAX } from '../../../domain/tools/market/market_pages.ts';
import { formatProfessionSlug } from '../../../domain/values/profession_page.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { HOUSES } from '../../../schema/vocabulary.ts';
import { addQuery, choice, omitEmptyValues, readQuery, text } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { parseRealmName } from '../market/route.ts';

export function toRealmPath(realm: string): string {
  return `/market/${encodeURIComponent(realm)}`;
}

/** Returns the path of a realm's list with its house and filter. */
export function toListPath({ realm, house, filter }: MarketQuery): string {
  const { itemClass = null, profession = null } = filter ?? {};
  const slug = profession === null ? null : formatProfessionSlug(profession);
  return addQuery(toRealmPath(realm), { house, class: itemClass, profession: slug });
}

const REALM_QUERY = v.object({ house: choice(HOUSES), after: text(), class: text(), profession: text() });
const COMPARED_QUERY = v.object({ after: text() });

/** Reads the house, filter and position of a request for a realm's list. */
export function readRealmQuery(
  encodedRealm: string,
  query: string,
  choices: FilterChoices,
): Result<MarketQuery, Refusal> {
  const realm = parseRealmName(encodedRealm);
  if (!realm.ok) return realm;
  const asked = readQuery(REALM_QUERY, omitEmptyValues(query));
  if (!asked.ok) return asked;
  const { house, after, class: itemClass, profession } = asked.value;
  const place = readMarketPlace(after);
  if (!place.ok) return place;
  const known = checkFilter({ itemClass, profession }, choices);
  return known.ok ? ok({ realm: realm.value, house, after: place.value, filter: known.value }) : known;
}

/** Checks that the filter is among the choices. A profession is named by its slug. */
function checkFilter(filter: MarketFilter, { itemClasses, professions }: FilterChoices): Result<MarketFilter, Refusal> {
  const slugs = itemClasses.map(({ slug }) => slug);
  if (filter.itemClass !== null && !slugs.includes(filter.itemClass)) {
    return err(refuseUnknownValue('class', slugs, filter.itemClass, 'item class'));
  }
  if (filter.profession === null) return ok(filter);
  const slug = formatProfessionSlug(filter.profession);
  const profession = professions.find((one) => formatProfessionSlug(one) === slug);
  return profession === undefined
    ? err(refuseUnknownValue('profession', professions.map(formatProfessionSlug), filter.profession, 'profession'))
    : ok({ ...filter, profession });
}

function refuseUnknownValue(name: string, known: readonly string[], value: string, noun: string): Refusal {
  const needed = known.length === 0 ? `absent, because no ${noun} is known yet` : `one of ${known.join(', ')}`;
  return badParameter(name, `${name} must be ${needed}; it is ${quote(value)}.`);
}

/** The realms to compare. Empty if the request names none. */
export interface ComparedQuery {
  readonly realms: readonly string[];
  readonly after: ItemCursor | null;
}

/** Reads the realms to compare: separated by commas, or one in each parameter, as a form sends them. */
export function readComparedQuery(query: string): Result<ComparedQuery, Refusal> {
  const sent = new URLSearchParams(query).getAll('realms').flatMap((value) => value.split(','));
  const names = [...new Set(sent.map((name) => name.trim()).filter((name) => name !== ''))];
  if (names.length > REALMS_MAX) {
    return err(badParameter('realms', `realms must name at most ${REALMS_MAX} realms; it names ${names.length}.`));
  }
  const realms: string[] = [];
  for (const name of names) {
    const realm = parseRealmName(name, 'realms');
    if (!realm.ok) return realm;
    realms.push(realm.value);
  }
  const asked = readQuery(COMPARED_QUERY, query);
  if (!asked.ok) return asked;
  const { after } = asked.value;
  const place = readMarketPlace(after);
  return place.ok ? ok({ realms, after: place.value }) : place;
}

/** Formats a position in a realm's item list for a URL: `<units, in halves>.<item id>`. */
export function formatMarketPlace({ quantity, itemId }: ItemCursor): string {
  return `${2 * quantity}.${itemId}`;
}

function readMarketPlace(text: string | null): Result<ItemCursor | null, Refusal> {
  if (text === null) return ok(null);
  const [, halves, itemId] = (/^([0-9]{1,16})\.([0-9]{1,16})$/.exec(text) ?? []).map(Number);
  if (halves !== undefined && itemId !== undefined && Math.max(halves, itemId) <= Number.MAX_SAFE_INTEGER)
    return ok({ quantity: halves / 2, itemId });
  const rule = `after must be a place in the list as the page's links give it; it is ${quote(text)}.`;
  return err(badParameter('after', rule));
}
