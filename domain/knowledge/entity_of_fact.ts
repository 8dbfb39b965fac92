import type { Label } from '../families/counting/family.ts';
import { CLAIM_FAMILIES } from '../families/mod.ts';
import type { NamedThing } from '../ports/knowledge.ts';

/**
 * The labels of all families whose facts contain an agreed name (contract, section 3, Agreed values), keyed by family.
 */
const LABELS: ReadonlyMap<string, Label<object>> = new Map(
  CLAIM_FAMILIES.flatMap(({ name, label }) => (label === undefined ? [] : [[name, label] as const])),
);

/** Returns the entity that a public fact describes, or null if the fact contains no agreed name. */
export function entityOfFact(family: string, subject: string, body: object | null): NamedThing | null {
  const label = LABELS.get(family);
  if (label === undefined || body === null) return null;
  const name = label.name(body);
  if (name === undefined) return null;
  const said = label.text(body);
  const text = name.locale === undefined ? said : `${said} Its name is in ${name.locale}.`.trim();
  return { id: `${label.kind}:${subject}`, kind: label.kind, extId: subject, name: name.value, text };
}
