import * as schema from '../../json/schema.ts'
import { exploredTransaction } from './exploredTransaction.ts'

export const otsGetInternalOperations = exploredTransaction({
  name: 'ots_getInternalOperations',
  summary:
    'The payments (0), self-destructions (1) and creations (2, 3) inside a transaction; null for an unknown transaction.',
  result: schema.arrayOf(
    schema.objectOf({
      type: { type: 'integer', enum: [0, 1, 2, 3] },
      from: schema.address,
      to: schema.address,
      value: schema.quantity,
    }),
  ),
  view: 'operations',
})
