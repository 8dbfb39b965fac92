import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DuckDBInstance } from '@duckdb/node-api';

/**
 * Runs the queries of docs/recount.md on a folder with the files of an export, and prints as JSON how many differing
 * rows each query found. Arguments: the document and the folder.
 */
const [document = '', folder = ''] = process.argv.slice(2);
const blocks = [...readFileSync(document, 'utf8').matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, sql]) => sql);
const connection = await (await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '2GB' })).connect();
const differences = {};
for (const statement of blocks.flatMap((sql) => sql.split(/;\s*$/m)).filter((text) => text.trim() !== '')) {
  const inFolder = statement.replace(/'([\w-]+\.ndjson)'/g, (_, name) => `'${join(folder, name)}'`);
  const found = await connection.runAndReadAll(inFolder);
  const name = /^-- differences: (\w+)$/m.exec(statement)?.[1];
  if (name !== undefined) differences[name] = found.getRows().length;
}
process.stdout.write(JSON.stringify(differences));
