import { onchainTable } from 'ponder'

export const transfer = onchainTable('transfer', (column) => ({
  id: column.text().primaryKey(),
  token: column.hex().notNull(),
  value: column.bigint().notNull(),
  block: column.integer().notNull(),
  blockHash: column.hex().notNull(),
  timestamp: column.integer().notNull(),
}))
