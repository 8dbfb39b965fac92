import type { Transaction } from '@libsql/client';
import type { GrantRefusal, GrantRow, NewGrant } from '../../../domain/ports/operator.ts';
import type { Grant } from '../../../domain/ports/uploads.ts';
import { erasedDigest } from '../../../domain/proof/digests.ts';
import { nodeDigest } from '../../digest.ts';
import { type Runner, value } from '../database.ts';
import { readableRows } from './damaged_rows.ts';
import { addOrder } from './operator_installs.ts';

/** Rows of the table grants. Damaged ones are listed, and cover nothing: no record has U+FFFD in a field of their scope. */
const ROW = `json_array(n, json(iif(json_valid(categories), categories, '[]')), guild_name, realm, character, install_id, self, issued_at_ms, expires_at_ms,
  revoked_at_ms)`;

type Row = [
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

function grantOf(row: Row): GrantRow {
  const [n, categories, guildName, realm, character, installId, self, issuedAtMs, expiresAtMs, revokedAtMs] = row;
  const scope = { guildName, realm, character, installId };
  return { n, categories, scope, self: self === 1, issuedAtMs, expiresAtMs, revokedAtMs };
}

const INSERT = `
  insert into grants (hash, categories, guild_name, realm, character, install_id, self, issued_at_ms, expires_at_ms)
  select unhex(value->>0), value->1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8
  from (select ? as value)
  returning n`;

const IS_ERASED = 'select exists (select 1 from erased_installs where digest = unhex(?))';

/** Whether an install has `?3` grants of its holder that still hold at `?2`; their index has them in this order. */
const HAS_ITS_FILL = `
  select count(*) >= ?3 from (
    select 1 from grants where install_id = ?1 and revoked_at_ms is null and expires_at_ms > ?2 and self = 1 limit ?3)`;

/** As domain/ports/operator.ts says. */
export async function addGrant(
  tx: Transaction,
  feedKey: string,
  grant: NewGrant,
  ownMax?: number,
): Promise<number | GrantRefusal> {
  const bound = grant.scope.installId;
  if (bound !== null) {
    const erased = await value(tx, IS_ERASED, [erasedDigest(nodeDigest, feedKey, bound)]);
    if (Number(erased) === 1) return 'install-erased';
    if (ownMax !== undefined) {
      const full = await value(tx, HAS_ITS_FILL, [bound, BigInt(grant.issuedAtMs), BigInt(ownMax)]);
      if (Number(full) === 1) return 'too-many';
    }
  }
  return insertGrant(tx, grant);
}

/** Answers its number. */
async function insertGrant(tx: Transaction, grant: NewGrant): Promise<number> {
  const { tokenHash, categories, scope, self, issuedAtMs, expiresAtMs } = grant;
  const { guildName, realm, character, installId } = scope;
  const row = [tokenHash, categories, guildName, realm, character, installId, self ? 1 : 0, issuedAtMs, expiresAtMs];
  return Number(await value(tx, INSERT, [JSON.stringify(row)]));
}

const SELECT_GRANTS = `select json_group_array(${ROW}) from (select * from grants where n > ? order by n limit ?)`;

/** As domain/ports/operator.ts says. */
export async function readGrants(runner: Runner, after: number, limit: number): Promise<readonly GrantRow[]> {
  return (await readableRows<Row>(runner, SELECT_GRANTS, [BigInt(after), BigInt(limit)])).map(grantOf);
}

/** As domain/ports/operator.ts says. */
export async function revokeGrant(
  tx: Transaction,
  which: { readonly n: number } | { readonly tokenHash: string; readonly self?: true },
  nowMs: number,
): Promise<GrantRow | null> {
  const [named, key] = 'n' in which ? ['n = ?', BigInt(which.n)] : ['hash = unhex(?)', which.tokenHash];
  const [before] = await readableRows<Row>(tx, `select json_group_array(${ROW}) from grants where ${named}`, [key]);
  if (before === undefined) return null;
  const grant = grantOf(before);
  if ('self' in which && !grant.self) return null;
  if (grant.revokedAtMs !== null) return grant;
  await tx.execute({
    sql: 'update grants set revoked_at_ms = ? where n = ?',
    args: [BigInt(nowMs), BigInt(grant.n)],
  });
  await addOrder(tx, 'grant', grant.n);
  return { ...grant, revokedAtMs: nowMs };
}

/** The grants that these tokens stand for and that have not been revoked, by number; an unknown token gives none. */
export async function grantsByHash(runner: Runner, tokenHashes: readonly string[]): Promise<readonly Grant[]> {
  const rows = await readableRows<Row>(
    runner,
    `select json_group_array(${ROW} order by n) from grants
     where hash in (select unhex(value) from json_each(?)) and revoked_at_ms is null`,
    [JSON.stringify(tokenHashes)],
  );
  return rows.map(grantOf).map(({ n, categories, scope, expiresAtMs, self }) => ({
    n,
    categories,
    scope,
    expiresAtMs,
    self,
  }));
}
