import { parse } from '@babel/parser';
import type { Node, Statement } from '@babel/types';

/**
 * Finds top-level code that runs before a constant that it needs is initialized, directly or through functions of the
 * same file. Bundlers turn such constants into variables, so the code would see `undefined` instead of an error.
 */
export function earlyUses(source: string): readonly string[] {
  const { body } = parse(source, { sourceType: 'module', plugins: ['typescript'] }).program;
  const positions = new Map<string, number>();
  const functions = new Map<string, ReadonlySet<string>>();
  body.map(withoutExport).forEach((statement, position) => {
    if (statement.type === 'FunctionDeclaration' && statement.id)
      functions.set(statement.id.name, namesIn(statement.body));
    if (statement.type !== 'VariableDeclaration') return;
    for (const { id } of statement.declarations) for (const name of namesIn(id)) positions.set(name, position);
  });
  return body
    .map(withoutExport)
    .flatMap((statement, position) =>
      [...reached(namesThatRun(statement), functions)]
        .filter((name) => (positions.get(name) ?? -1) > position)
        .map((name) => `line ${statement.loc?.start.line} needs ${name}, which is declared below`),
    );
}

function withoutExport(statement: Statement): Statement {
  return statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
}

/** Returns the names that a statement uses when the module is loaded. */
function namesThatRun(statement: Statement): ReadonlySet<string> {
  if (/^(?:FunctionDeclaration|ClassDeclaration|Import|Export|TS)/.test(statement.type)) return new Set();
  return namesIn(statement, statement.type === 'VariableDeclaration');
}

/** Adds the names that the named functions use, and so on. */
function reached(names: ReadonlySet<string>, functions: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const all = new Set(names);
  for (const name of all) for (const inner of functions.get(name) ?? []) all.add(inner);
  return all;
}

/** Returns the identifiers below a node. If `skipsFunctions` is set, function expressions are left out: they run later. */
function namesIn(node: Node, skipsFunctions = false): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (value === null || typeof value !== 'object' || !('type' in value)) return;
    const one = value as Node;
    if (one.type.startsWith('TS') && !('expression' in one)) return;
    if (skipsFunctions && /Function/.test(one.type)) return;
    if (one.type === 'Identifier') names.add(one.name);
    for (const [key, inner] of Object.entries(one)) {
      const isName = (key === 'property' || key === 'key') && !(one as { computed?: boolean }).computed;
      if (!isName && key !== 'loc' && !key.endsWith('Comments')) visit(inner);
    }
  };
  visit(node);
  return names;
}
