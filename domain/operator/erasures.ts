import type { OperatorStore } from '../ports/operator.ts';
import { ok, type Result } from '../values/result.ts';
import type { OperatorAnswers, OwnerDeps } from './command.ts';
import { createSecret } from './secrets.ts';
import { validateInstallId } from './words.ts';

/** A ticket expires after fifteen minutes. */
const TICKET_LIFETIME_MS = 900_000;

/** Maximum number of tickets kept. The oldest is dropped first. */
const OPEN_TICKETS_MAX = 1_000;

export type ErasureTickets = ReturnType<typeof createErasureTickets>;

/**
 * Tickets of players who saw a preview and may now confirm the erasure. Pages contain a ticket instead of the install
 * id. Tickets are kept in memory only and expire.
 */
export function createErasureTickets({ clock, random }: Pick<OwnerDeps, 'clock' | 'random'>) {
  const tickets = new Map<string, { readonly installId: string; readonly expiresAtMs: number }>();
  const dropExpired = (): void => {
    for (const [ticket, { expiresAtMs }] of tickets) if (expiresAtMs <= clock.nowMs()) tickets.delete(ticket);
  };
  return {
    issue: (installId: string): string => {
      dropExpired();
      const [oldest] = tickets.keys();
      if (oldest !== undefined && tickets.size >= OPEN_TICKETS_MAX) tickets.delete(oldest);
      const ticket = createSecret('te_', random);
      tickets.set(ticket, { installId, expiresAtMs: clock.nowMs() + TICKET_LIFETIME_MS });
      return ticket;
    },
    /** Returns the install id of a ticket, or null if the ticket is unknown, used or expired. */
    find: (ticket: string): string | null => {
      dropExpired();
      return tickets.get(ticket)?.installId ?? null;
    },
    drop: (ticket: string): void => {
      tickets.delete(ticket);
    },
  };
}

/** Erases an install and rejects its later records, even if it was unknown (contract, section 2, Erasure). */
export async function eraseInstall(
  store: Pick<OperatorStore, 'erase'>,
  text: string,
): Promise<Result<OperatorAnswers['erase'], string>> {
  const installId = validateInstallId(text);
  if (!installId.ok) return installId;
  const erased = await store.erase(installId.value);
  return ok({ records: erased?.records ?? null });
}

/** Says what an erasure would remove, and issues a ticket for it. Returns null if nothing of the install is stored. */
export async function previewErasure(
  store: Pick<OperatorStore, 'holdings'>,
  tickets: ErasureTickets,
  text: string,
): Promise<Result<OperatorAnswers['own-erase-preview'], string>> {
  const installId = validateInstallId(text);
  if (!installId.ok) return installId;
  const holdings = await store.holdings(installId.value);
  return ok(holdings === null ? null : { holdings, ticket: tickets.issue(installId.value) });
}

/** Erases the install of a ticket. The ticket stays valid if the erasure fails, so that it can be tried again. */
export async function confirmErasure(
  store: Pick<OperatorStore, 'erase'>,
  tickets: ErasureTickets,
  ticket: string,
): Promise<Result<OperatorAnswers['own-erase'], string>> {
  const installId = tickets.find(ticket);
  if (installId === null) return ok(null);
  const erased = await store.erase(installId);
  tickets.drop(ticket);
  return ok({ records: erased?.records ?? null });
}
