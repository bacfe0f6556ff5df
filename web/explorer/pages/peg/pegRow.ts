import type { Hex } from '../../../shared/rpc/answers.ts'

/* One peg-in or peg-out from its beginning to its end, over both chains. */

export interface PegStep {
  readonly chain: 'Bitcoin' | 'Rootstock'
  readonly name: string
  readonly state: 'done' | 'current' | 'waiting' | 'failed'
  readonly note?: string | undefined
  readonly transaction?: Hex | undefined
  readonly block?: bigint | undefined
  /** An id of Bitcoin. */
  readonly bitcoinTransaction?: string | undefined
}

export interface PegRow {
  readonly kind: 'Peg-in' | 'Peg-out'
  readonly satoshis: bigint | undefined
  /** The account that receives the RBTC of a peg-in, or paid those of a peg-out. */
  readonly account: Hex | undefined
  /** Where a peg-out pays to. */
  readonly bitcoinAddress: string | undefined
  /** Ids by which it is found: transactions of both chains, without 0x. */
  readonly ids: readonly string[]
  readonly steps: readonly PegStep[]
  /** What it waits for, as a sentence; empty when it is over. */
  readonly waitsFor: string
  /** Whether something is missing that this node will see. */
  readonly isOpen: boolean
  /** The block of its newest event, for the order; undefined before the first. */
  readonly block: bigint | undefined
}

/** Facts that rows need besides logs. */
export interface PegFacts {
  readonly height: bigint
  /** Rootstock blocks until a peg-out is signed. */
  readonly requiredBlocks: bigint
  readonly requiredSignatures: bigint | undefined
  /** Where the next batch of peg-outs is made. */
  readonly nextBatch: bigint | undefined
  /** Of a chain with a Bitcoin beside it (`peg_status`). */
  readonly status: PegStatus | undefined
}

/** The answer of `peg_status`, as far as it is read. */
export interface PegStatus {
  readonly pegIns: readonly PegInStatus[]
  readonly pegOuts: readonly PegOutStatus[]
}

export interface PegInStatus {
  readonly bitcoinTransaction: string
  readonly satoshis: number
  readonly stage: string
  readonly confirmations: number
  readonly requiredConfirmations: number
  readonly next: string
}

export interface PegOutStatus {
  readonly transaction: string | null
  readonly stage: string
  readonly next: string
  readonly confirmations?: number
}

/** Steps in their order; the first that is not done is the current one. */
export function inOrder(
  steps: readonly (Omit<PegStep, 'state'> & { readonly isDone: boolean; readonly isFailed?: boolean })[],
): readonly PegStep[] {
  const current = steps.findIndex(({ isDone }) => !isDone)
  const failed = steps.findIndex(({ isFailed }) => isFailed)
  return steps.map(({ isDone, isFailed, ...step }, index) => ({
    ...step,
    state: isFailed
      ? 'failed'
      : isDone
        ? 'done'
        : index === current && (failed < 0 || index < failed)
          ? 'current'
          : 'waiting',
  }))
}
