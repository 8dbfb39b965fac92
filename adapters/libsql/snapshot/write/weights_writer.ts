import type { RateWeights } from '../../../../domain/values/estimates/model.ts';
import type { Transaction } from '../../database.ts';

/**
 * Stores the weights of the estimates and the import that they follow. Skips an equal row, which edges would fetch
 * again.
 */
export async function writeRateWeights(tx: Transaction, weights: RateWeights, importN: number | null): Promise<void> {
  await tx.execute({
    sql: `insert into rate_weights (id, weights, import_n) values (1, ?, ?)
          on conflict do update set (weights, import_n) = (excluded.weights, excluded.import_n)
          where (weights, import_n) is not (excluded.weights, excluded.import_n)`,
    args: [JSON.stringify(weights), importN === null ? null : BigInt(importN)],
  });
}
