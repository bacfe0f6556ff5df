import { isDeepStrictEqual } from 'node:util'
import { engines, returnTop } from '../../src/evm/evmWorld.cases.ts'
import type { Engine } from '../../src/evm/execute.ts'
import {
  contractAddress,
  deploy,
  richState,
  type TransactionOptions,
  transactionOf,
} from '../../src/execution/executionWorld.cases.ts'
import { EvmHost } from '../../src/execution/host/evmHost.ts'
import { executeTransaction } from '../../src/execution/transaction/executeTransaction.ts'
import { TransactionRejection } from '../../src/execution/transaction/transactionRejection.ts'
import { headerAt, ListedBlocks } from '../../src/native/nativeWorld.cases.ts'
import type { Address } from '../../src/primitives/bytes.ts'
import { toBigInt } from '../../src/primitives/integers.ts'
import type { Transaction } from '../../src/protocol/transactions/transaction.ts'
import type { State } from '../../src/state/state.ts'
import type { Moment } from './gate.ts'

/* One transaction in the block of a moment, executed by both engines. */

export interface Executed {
  /** The reason of the rejection for a transaction that no block may contain. */
  readonly status: string
  readonly success: boolean
  readonly gasUsed: number
  readonly output: Uint8Array
  readonly createdAddress: Address | undefined
  readonly state: State
}

type Prepare = (state: State) => void

const unprepared: Prepare = () => {}

/** The coinbase of the parent block, in hex digits. */
export const parentCoinbase = '77'.repeat(20)

function hostAt({ network, height }: Moment, state: State): EvmHost {
  const coinbase = new Uint8Array(20).fill(0x77)
  const parent = headerAt(height - 1, { coinbase }, network)
  const header = headerAt(height, { parentHash: parent.hash, minimumGasPrice: 7n }, network)
  const chain = new ListedBlocks([{ header: parent, transactions: [], uncles: [] }])
  return new EvmHost(state, { network, chain, header })
}

function executeBy(engine: Engine, moment: Moment, transaction: Transaction, prepare: Prepare): Executed {
  const state = richState()
  prepare(state)
  const options = {
    index: 0,
    isRemasc: false,
    gasAvailable: 6_800_000,
    feePayment: 'by-transaction',
  } as const
  try {
    const result = executeTransaction(transaction, hostAt(moment, state), { ...options, engine })
    const { status, success, gasUsed, output, createdAddress } = result
    return { status, success, gasUsed, output, createdAddress, state }
  } catch (error) {
    if (!(error instanceof TransactionRejection)) throw error
    const { reason: status } = error
    return { status, success: false, gasUsed: 0, output: new Uint8Array(0), createdAddress: undefined, state }
  }
}

export const executeAt = (
  moment: Moment,
  parts: TransactionOptions = {},
  prepare: Prepare = unprepared,
): Executed =>
  executeMadeAt(moment, transactionOf({ gas: 2_000_000, chainId: moment.network.chainId, ...parts }), prepare)

export function executeMadeAt(moment: Moment, transaction: Transaction, prepare = unprepared): Executed {
  const results = engines.map((engine) => executeBy(engine, moment, transaction, prepare))
  const [first, second] = results.map(({ state, ...visible }) => ({
    ...visible,
    root: state.commit().hash(),
  }))
  if (!isDeepStrictEqual(first, second)) throw new Error('the engines disagree')
  return results[0]!
}

/** The word that a program leaves on the stack, or the status of a program that fails. */
export function wordAt(moment: Moment, program: string, prepare = unprepared): bigint | string {
  const { status, output } = executeAt(moment, {}, (state) => {
    deploy(state, contractAddress, `${program} ${returnTop}`)
    prepare(state)
  })
  return status === 'success' ? toBigInt(output) : status
}
