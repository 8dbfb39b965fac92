import type { Transaction } from '@libsql/client';
import type { GrantRefusal, GrantRow, NewGrant } from '../../../domain/ports/operator.ts';
import type { Grant } from '../../../domain/ports/uploads.ts';
import { erasedDigest } from '../../../domain/proof/digests.ts';
import { nodeDigest } from '../../digest.ts';
import { type Runner, readValue } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { readableRows } from './damaged_rows.ts';
import { addOrder } from './operator_installs.ts';

/**
 * SQL for a `GrantColumns` array of the table grants. Damaged grants are listed but cover nothing, because no record
 * has U+FFFD in a field of their scope.
 */
const GRANT_COLUMNS = `json_array(n, json(iif(json_valid(categories), categories, '[]')), guild_name, realm, character, install_id, self, issued_at_ms, expires_at_ms,
  revoked_at_ms)`;

type GrantColumns = [
  n: number,
  categories: readonly string[],
  guildName: string | null,
  realm: string | null,
  character: string | null,
  installId: string | null,
  self: number,
  issuedAtMs: number,
  expiresAtMs: number,
  revokedAtMs: number | null,
];

function parseGrant(row: GrantColumns): GrantRow {
  const [n, categories, guildName, realm, character, installId, self, issuedAtMs, expiresAtMs, revokedAtMs] = row;
  const scope = { guildName, realm, character, installId };
  return { n, categories, scope, self: self === 1, issuedAtMs, expiresAtMs, revokedAtMs };
}

const INSERTED = 'unhex(hash), categories, guild_name, realm, character, install_id, self, issued_at_ms, expires_at_ms';

const IS_ERASED = 'select exists (select 1 from erased_installs where digest = unhex(?))';

/**
 * Whether the holder of install `?1` has issued at least `?3` grants that are valid at `?2`. The conditions match the
 * index grants_by_install.
 */
const HAS_TOO_MANY_GRANTS = `
  select count(*) >= ?3 from (
    select 1 from grants where install_id = ?1 and revoked_at_ms is null and expires_at_ms > ?2 and self = 1 limit ?3)`;

/** Implements `OperatorStore.addGrant`. */
export async function addGrant(
  tx: Transaction,
  feedKey: string,
  grant: NewGrant,
  ownMax?: number,
): Promise<number | GrantRefusal> {
  const { installId } = grant.scope;
  if (installId !== null) {
    const erased = await readValue(tx, IS_ERASED, [erasedDigest(nodeDigest, feedKey, installId)]);
    if (Number(erased) === 1) return 'install-erased';
    if (ownMax !== undefined) {
      const full = await readValue(tx, HAS_TOO_MANY_GRANTS, [installId, BigInt(grant.issuedAtMs), BigInt(ownMax)]);
      if (Number(full) === 1) return 'too-many';
    }
  }
  return insertGrant(tx, grant);
}

/** Returns the new grant's number. */
async function insertGrant(tx: Transaction, grant: NewGrant): Promise<number> {
  const { tokenHash, categories, scope, self, issuedAtMs, expiresAtMs } = grant;
  const { guildName, realm, character, installId } = scope;
  const list = JSON.stringify(categories);
  const cells = [tokenHash, list, guildName, realm, character, installId, Number(self), issuedAtMs, expiresAtMs];
  const [row] = await insertRows(tx, 'grants', INSERTED, [cells], 'returning n');
  return Number(row?.[0]);
}

const SELECT_GRANTS = `select json_group_array(${GRANT_COLUMNS}) from (select * from grants where n > ? order by n limit ?)`;

/** Implements `OperatorStore.issuedGrants`. */
export async function readGrants(runner: Runner, after: number, limit: number): Promise<readonly GrantRow[]> {
  return (await readableRows<GrantColumns>(runner, SELECT_GRANTS, [BigInt(after), BigInt(limit)])).map(parseGrant);
}

/** Implements `OperatorStore.revokeGrant`. */
export async function revokeGrant(
  tx: Transaction,
  which: { readonly n: number } | { readonly tokenHash: string; readonly self?: true },
  nowMs: number,
): Promise<GrantRow | null> {
  const [condition, key] = 'n' in which ? ['n = ?', BigInt(which.n)] : ['hash = unhex(?)', which.tokenHash];
  const [before] = await readableRows<GrantColumns>(
    tx,
    `select json_group_array(${GRANT_COLUMNS}) from grants where ${condition}`,
    [key],
  );
  if (before === undefined) return null;
  const grant = parseGrant(before);
  if ('self' in which && !grant.self) return null;
  if (grant.revokedAtMs !== null) return grant;
  await tx.execute({
    sql: 'update grants set revoked_at_ms = ? where n = ?',
    args: [BigInt(nowMs), BigInt(grant.n)],
  });
  await addOrder(tx, 'grant', grant.n);
  return { ...grant, revokedAtMs: nowMs };
}

/** Returns the grants with these token hashes that have not been revoked, by number. Unknown tokens are ignored. */
export async function grantsByHash(runner: Runner, tokenHashes: readonly string[]): Promise<readonly Grant[]> {
  const rows = await readableRows<GrantColumns>(
    runner,
    `select json_group_array(${GRANT_COLUMNS} order by n) from grants
     where hash in (select unhex(value) from json_each(?)) and revoked_at_ms is null`,
    [JSON.stringify(tokenHashes)],
  );
  return rows.map(parseGrant).map(({ n, categories, scope, expiresAtMs, self }) => ({
    n,
    categories,
    scope,
    expiresAtMs,
    self,
  }));
}
