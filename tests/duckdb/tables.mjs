import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DuckDBInstance } from '@duckdb/node-api';

/**
 * Reads each table of an export in DuckDB, and prints as JSON the rows of each Parquet file and how many of them its
 * twins in NDJSON and CSV do not have, or the other way round. Argument: a folder with the files and their Data Package.
 */
const [folder = ''] = process.argv.slice(2);
const { resources } = JSON.parse(readFileSync(join(folder, 'datapackage.json'), 'utf8'));
const connection = await (await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '2GB' })).connect();

async function query(sql) {
  return (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

/** Counts rows that only one of two queries returns. */
async function countDifferences(one, other) {
  const sql = `with a as (${one}), b as (${other}), d as
    ((select * from a except all select * from b) union all (select * from b except all select * from a))
    select count(*)::int as n from d`;
  return (await query(sql))[0].n;
}

function quoted(name) {
  return `"${name}"`;
}

const found = {};
for (const { path, schema } of resources.filter(({ format }) => format === 'parquet')) {
  const parquet = `from read_parquet('${join(folder, path)}')`;
  const columns = await query(`describe select * ${parquet}`);
  const names = columns.map(({ column_name }) => column_name);
  if (names.join() !== schema.fields.map(({ name }) => name).join()) throw new Error(`${path} has other columns`);
  const rows = (await query(`select count(*)::int as n ${parquet}`))[0].n;
  const select = `select ${names.map(quoted).join()} ${parquet}`;
  const ofJson = columns.map(({ column_name: name, column_type: type }) => {
    const arrow = type.endsWith('[]') ? '->' : '->>';
    return `cast(json${arrow}'$.${name}' as ${type}) as ${quoted(name)}`;
  });
  const ndjson = `select ${ofJson.join()} from read_json_objects('${join(folder, path.replace('parquet', 'ndjson'))}', format='newline_delimited')`;
  const csvPath = join(folder, path.replace('parquet', 'csv'));
  const ofCsv = columns.map(({ column_name: name, column_type: type }) => {
    return `cast(${type.endsWith('[]') ? `cast(${quoted(name)} as json)` : quoted(name)} as ${type}) as ${quoted(name)}`;
  });
  found[path] = {
    rows,
    types: Object.fromEntries(columns.map(({ column_name, column_type }) => [column_name, column_type])),
    ndjson: await countDifferences(select, ndjson),
    csv: existsSync(csvPath)
      ? await countDifferences(
          select,
          `select ${ofCsv.join()} from read_csv('${csvPath}', header=true, all_varchar=true)`,
        )
      : null,
  };
}
process.stdout.write(JSON.stringify(found));
