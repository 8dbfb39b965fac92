import { createDataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { openReader, readJson } from '../../adapters/libsql/database.ts';
import { CROWDED } from './crowded.ts';
import { PROFESSIONS } from './roll_kinds.ts';

/** The public subjects in a folder that the bench filled. */
export interface Subjects {
  readonly of: (family: string) => readonly string[];
  /** Pairs of realm and item. */
  readonly market: readonly (readonly [string, number])[];
  readonly names: readonly string[];
  /** The rolled professions that have public recipes. In a small roll, only the crowded one may have some. */
  readonly professions: readonly string[];
}

/** Reads the public subjects directly from the served snapshot. */
export async function publicSubjects(dataDir: string): Promise<Subjects> {
  const dir = createDataDir(dataDir);
  const client = await openReader(dir.snapshotDb(readCurrentEpoch(dir)!));
  try {
    const rows = await readJson<readonly [string, string]>(
      client,
      'select json_group_array(json_array(family, subject)) from facts',
    );
    const market = await readJson<readonly [string, number]>(
      client,
      `select json_group_array(json_array(realm_key, item_id)) from (
         select r.realm_key, i.item_id from market_items as i join market_realms as r on r.n = i.realm_n limit 5000)`,
    );
    const names = await readJson<string>(
      client,
      `select json_group_array(body->'name'->>'value') from facts where family in ('items', 'npcs')`,
    );
    const known = await readJson<string>(
      client,
      `select json_group_array(distinct body->'profession'->>'value') from facts where family = 'recipes'`,
    );
    const rolled = PROFESSIONS.filter((profession) => known.includes(profession));
    const professions = rolled.length > 0 ? rolled : [CROWDED.profession];
    const families = new Map<string, string[]>();
    for (const [family, subject] of rows) families.set(family, [...(families.get(family) ?? []), subject]);
    return { of: (family) => families.get(family) ?? ['1'], market, names, professions };
  } finally {
    client.close();
  }
}
