import type { InArgs } from '@libsql/client';
import type { GrantRefusal, GrantRow, NewGrant, OperatorStore } from '../../../domain/ports/operator.ts';
import type { Grant } from '../../../domain/ports/uploads.ts';
import { digestErasedInstall } from '../../../domain/proof/digests.ts';
import { nodeDigest } from '../../digest.ts';
import { type Runner, readValue, type Transaction } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { createTransactionRunner, type RunWork } from './connection.ts';
import { readReadableRows } from './damaged_rows.ts';
import { addOrder } from './operator_installs.ts';

/**
 * SQL for a `StoredGrant` of the grants table. Damaged grants are listed but cover nothing, because no record has
 * U+FFFD in a field of their scope.
 */
const GRANT_JSON = `json_object('n', n, 'categories', json(iif(json_valid(categories), categories, '[]')),
  'scope', json_object('guildName', guild_name, 'realm', realm, 'character', character, 'installId', install_id),
  'self', self, 'issuedAtMs', issued_at_ms, 'expiresAtMs', expires_at_ms, 'revokedAtMs', revoked_at_ms)`;

type StoredGrant = Omit<GrantRow, 'self'> & { readonly self: number };

/** Reads the grants selected by a query that returns a list of `StoredGrant`. */
async function readGrantRows(runner: Runner, sql: string, args: InArgs): Promise<readonly GrantRow[]> {
  const rows = await readReadableRows<StoredGrant>(runner, sql, args);
  return rows.map((row) => ({ ...row, self: row.self === 1 }));
}

const GRANT_COLUMNS =
  'unhex(hash), categories, guild_name, realm, character, install_id, self, issued_at_ms, expires_at_ms';

const IS_INSTALL_ERASED = 'select exists (select 1 from erased_installs where digest = unhex(?))';

/**
 * SQL for whether install `?1` has at least `?3` grants of its own that are valid at `?2`. Uses the index
 * grants_by_install.
 */
const HAS_TOO_MANY_GRANTS = `
  select count(*) >= ?3 from (
    select 1 from grants where install_id = ?1 and revoked_at_ms is null and expires_at_ms > ?2 and self = 1 limit ?3)`;

const SELECT_GRANTS = `select json_group_array(${GRANT_JSON}) from (select * from grants where n > ? order by n limit ?)`;

export function createGrantStore(run: RunWork): Pick<OperatorStore, 'addGrant' | 'issuedGrants' | 'revokeGrant'> {
  const write = createTransactionRunner(run);
  return {
    addGrant: (grant, ownMax) =>
      write(async (tx, feedKey) => (await findGrantRefusal(tx, feedKey, grant, ownMax)) ?? insertGrant(tx, grant)),
    issuedGrants: (after, limit) =>
      run(({ client }) => readGrantRows(client, SELECT_GRANTS, [BigInt(after), BigInt(limit)]), 'read'),
    revokeGrant: (which, nowMs) =>
      write(async (tx) => {
        const [condition, key] = 'n' in which ? ['n = ?', BigInt(which.n)] : ['hash = unhex(?)', which.tokenHash];
        const select = `select json_group_array(${GRANT_JSON}) from grants where ${condition}`;
        const [grant] = await readGrantRows(tx, select, [key]);
        if (grant === undefined || ('self' in which && !grant.self)) return null;
        if (grant.revokedAtMs !== null) return grant;
        const sql = 'update grants set revoked_at_ms = ? where n = ?';
        await tx.execute({ sql, args: [BigInt(nowMs), BigInt(grant.n)] });
        await addOrder(tx, 'grant', grant.n);
        return { ...grant, revokedAtMs: nowMs };
      }),
  };
}

async function findGrantRefusal(
  tx: Transaction,
  feedKey: string,
  { scope: { installId }, issuedAtMs }: NewGrant,
  ownMax?: number,
): Promise<GrantRefusal | null> {
  if (installId === null) return null;
  const erased = await readValue(tx, IS_INSTALL_ERASED, [digestErasedInstall(nodeDigest, feedKey, installId)]);
  if (Number(erased) === 1) return 'install-erased';
  if (ownMax === undefined) return null;
  const full = await readValue(tx, HAS_TOO_MANY_GRANTS, [installId, BigInt(issuedAtMs), BigInt(ownMax)]);
  return Number(full) === 1 ? 'too-many' : null;
}

async function insertGrant(tx: Transaction, grant: NewGrant): Promise<number> {
  const { tokenHash, categories, scope, self, issuedAtMs, expiresAtMs } = grant;
  const { guildName, realm, character, installId } = scope;
  const list = JSON.stringify(categories);
  const cells = [tokenHash, list, guildName, realm, character, installId, Number(self), issuedAtMs, expiresAtMs];
  const [row] = await insertRows(tx, 'grants', GRANT_COLUMNS, [cells], 'returning n');
  return Number(row?.[0]);
}

/** Returns the unrevoked grants with these token hashes, in order of grant number. Unknown tokens are ignored. */
export async function readGrantsByHash(runner: Runner, tokenHashes: readonly string[]): Promise<readonly Grant[]> {
  const rows = await readGrantRows(
    runner,
    `select json_group_array(${GRANT_JSON} order by n) from grants
     where hash in (select unhex(value) from json_each(?)) and revoked_at_ms is null`,
    [JSON.stringify(tokenHashes)],
  );
  return rows.map(({ n, categories, scope, expiresAtMs, self }) => ({ n, categories, scope, expiresAtMs, self }));
}
