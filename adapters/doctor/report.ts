import type { Diagnosis } from '../../domain/ports/doctor.ts';
import FINDINGS from './findings.json' with { type: 'json' };

/** Adds a finding of `findings.json` to a report. `values` replace the names in braces. */
export type Report = (id: keyof typeof FINDINGS, values?: Readonly<Record<string, string | number>>) => void;

export function createReport(): { readonly findings: readonly Diagnosis[]; readonly report: Report } {
  const findings: Diagnosis[] = [];
  const report: Report = (id, values = {}) => {
    const [state, text] = FINDINGS[id] as [Diagnosis['state'], string];
    findings.push({ id, state, text: text.replace(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`) });
  };
  return { findings, report };
}
