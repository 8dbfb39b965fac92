import { readFileSync } from 'node:fs';
import type { ClientFileReader } from '../domain/ports/assets.ts';
import { programFile } from './program_files.ts';

/** Reads the clients from this project's own folder. */
export const readClientFile: ClientFileReader = (name) => readFileSync(programFile(`docs/clients/${name}`), 'utf8');
