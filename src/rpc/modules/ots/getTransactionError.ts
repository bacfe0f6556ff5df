import * as schema from '../../json/schema.ts'
import { exploredTransaction } from './exploredTransaction.ts'

export const otsGetTransactionError = exploredTransaction({
  name: 'ots_getTransactionError',
  summary:
    'The data with which a transaction reverted; 0x for any other outcome, null for an unknown transaction.',
  result: schema.data,
  view: 'error',
})
