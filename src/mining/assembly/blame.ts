import type { BlockRejection } from '../../chain/importing/outcome.ts'

/** The part of a block of ours that a rejection is put down to; `header` means that no other choice would help. */
export type Blame = 'header' | 'uncles' | 'transactions'

const blames: Readonly<Record<BlockRejection['reason'], Blame>> = {
  'block-number': 'header',
  difficulty: 'header',
  'gas-limit-range': 'header',
  'gas-limit-minimum': 'header',
  'minimum-gas-price-range': 'header',
  'extra-data-length': 'header',
  timestamp: 'header',
  'bitcoin-timestamp': 'header',
  'proof-of-work': 'header',
  'fork-detection-data': 'header',
  'remasc-transaction': 'header',
  'uncles-hash': 'uncles',
  'uncle-count': 'uncles',
  'uncle-header': 'uncles',
  'uncle-number': 'uncles',
  'uncle-repeated': 'uncles',
  'uncle-is-ancestor': 'uncles',
  'uncle-already-used': 'uncles',
  'uncle-parent': 'uncles',
  edges: 'transactions',
  'transactions-root': 'transactions',
  'transaction-fields': 'transactions',
  'transaction-nonce': 'transactions',
  'transaction-gas-price': 'transactions',
  'transaction-gas-price-cap': 'transactions',
  transaction: 'transactions',
  'parallel-conflict': 'transactions',
  'sequential-contract-in-parallel-list': 'transactions',
  'state-root': 'transactions',
  'receipts-root': 'transactions',
  'logs-bloom': 'transactions',
  'gas-used': 'transactions',
  'paid-fees': 'transactions',
}

export const blameFor = ({ reason }: BlockRejection): Blame => blames[reason]
