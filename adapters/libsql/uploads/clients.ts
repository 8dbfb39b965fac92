import type { ClientUploads, UploadClient } from '../../../domain/ports/uploads.ts';
import { readValue } from '../database.ts';
import type { Connection } from '../prepared_statements.ts';
import { readReadableRows } from './damaged_rows.ts';

const SELECT_CLIENTS = `
  select json_group_array(json_array(client_build, season, uploads, first_n)) from (
    select client_build, season, count(*) as uploads, min(n) as first_n from uploads group by client_build, season)`;

/** A text that is equal for uploads of the same build and season. */
const CLIENT_KEY = `ifnull(season, '') || ' ' || ifnull(client_build, '')`;

const COUNT_INSTALLS = `
  select count(distinct install_n) from parts
  where upload_n in (select n from uploads where ${CLIENT_KEY} in (select value from json_each(?)))
    and install_n not in (select install_n from withholdings)`;

export async function readClients(client: Connection): Promise<readonly ClientUploads[]> {
  type Row = readonly [build: string | null, season: number | null, uploads: number, firstN: number];
  const rows = await readReadableRows<Row>(client, SELECT_CLIENTS, []);
  return rows.map(([build, season, uploads, firstN]) => ({ client: toUploadClient([build, season]), uploads, firstN }));
}

/** The columns of an upload that describe its client. The region may be left out. */
export type ClientColumns = readonly [clientBuild: string | null, season: number | null, region?: number | null];

export function toUploadClient([clientBuild, season, region = null]: ClientColumns): UploadClient {
  return {
    ...(clientBuild === null ? {} : { clientBuild }),
    ...(season === null ? {} : { season }),
    ...(region === null ? {} : { region }),
  };
}

/** Counts the installs with uploads of these clients. Those of erased parts are unknown, so they do not count. */
export async function countInstalls(client: Connection, clients: readonly ClientUploads['client'][]): Promise<number> {
  const keys = clients.map(({ clientBuild = '', season = '' }) => `${season} ${clientBuild}`);
  return Number(await readValue(client, COUNT_INSTALLS, [JSON.stringify(keys)]));
}
