import { beforeAll, describe, expect, it } from 'vitest'
import { recordedReceipts } from '../../../test/support/recordings.ts'
import { emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { intrinsicGas } from '../../protocol/transactions/intrinsicGas.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { State } from '../../state/state.ts'
import { selectorOf } from '../native/abi/method.ts'
import { isFreeBridgeTransaction } from '../transaction/freeBridgeSenders.ts'
import { bridgeContract } from './bridgeContract.ts'
import { bridgeSummary } from './bridgeSummary.ts'
import { callBridge, contextOf } from './bridgeWorld.cases.ts'
import { NotImplementedByThisVersion } from './notImplemented.ts'
import { PegChain, pegBlocks, type RecordedRead, recordedReads, recordedState } from './recordedPeg.cases.ts'

/** The first block with a peg-in. */
const firstPegin = 58

const chain = new PegChain()
beforeAll(() => chain.runTo(firstPegin - 1))

const stateAt = (height: number): State => new State(chain.states[height]!, chain.codes)

/** What eth_call answers: empty when the contract fails. */
function answerTo({ height, data }: RecordedRead): string {
  const context = contextOf({ height, state: stateAt(height), isLocalCall: true })
  return toHex(callBridge(context, fromHex(data)).output ?? emptyBytes)
}

describe('the recorded chain', () => {
  it('is reproduced up to the first peg-in: headers, reorganisations, votes, whitelist, locking cap', () => {
    expect(chain.states).toHaveLength(firstPegin)
  })

  it('stops there with the name of what is missing', () => {
    expect(() => chain.runTo(firstPegin)).toThrow(new NotImplementedByThisVersion('registerBtcTransaction'))
  })
})

describe('the recorded answers before the first peg-in', () => {
  const reads = recordedReads.filter(({ height }) => height < firstPegin)
  const heights = [...new Set(reads.map(({ height }) => height))]

  it.each(heights)('are given again at height %i', (height) => {
    const calls = reads.filter((read) => read.height === height && read.method !== 'eth_bridgeState')
    expect(calls.length).toBeGreaterThan(100)
    for (const read of calls) {
      expect([read.method, read.args, answerTo(read)]).toEqual([read.method, read.args, read.result])
    }
  })

  it('include those of eth_bridgeState', () => {
    const summaries = reads.filter(({ method }) => method === 'eth_bridgeState')
    expect(summaries.length).toBe(heights.length)
    for (const { height, result } of summaries) {
      const summary = bridgeSummary(contextOf({ height, state: stateAt(height), isLocalCall: true }))
      expect(summary).toEqual({
        bestBitcoinHeight: Reflect.get(Object(result), 'btcBlockchainBestChainHeight'),
        waitingForSignatures: Reflect.get(Object(result), 'rskTxsWaitingForSignatures'),
      })
    }
  })
})

/** Methods whose answers need more than the recorded cells: Bitcoin blocks, processed transactions, a wallet. */
const beyondRecordedCells = [
  /^getBtcBlockchainBlockH/,
  /^getBtcBlockchainParent/,
  /^getBtcT/,
  /^getEstimatedFees/,
  /^hasBtcBlock/,
  /^isBtcTx/,
]

describe('the recorded answers that depend on named cells alone', () => {
  const reads = recordedReads.filter(
    ({ method }) => !beyondRecordedCells.some((pattern) => pattern.test(method)),
  )
  const heights = [...new Set(reads.map(({ height }) => height))]

  it.each(heights)('are given again at height %i', (height) => {
    const state = recordedState(height)
    for (const { method, args, data, result, error } of reads.filter((read) => read.height === height)) {
      const context = contextOf({ height, state, isLocalCall: true })
      const mark = state.snapshot()
      if (method === 'eth_bridgeState') expect(bridgeSummary(context) === undefined).toBe(error !== undefined)
      else {
        const answer = toHex(callBridge(context, fromHex(data)).output ?? emptyBytes)
        expect([method, args, answer]).toEqual([method, args, result])
      }
      state.rollback(mark)
    }
  })
})

/** Methods that this version has in full and that need no more than the recorded cells. */
const replayable = [
  'releaseBtc()',
  'voteFeePerKbChange(int256)',
  'setUnionBridgeContractAddressForTestnet(address)',
  'increaseUnionBridgeLockingCap(uint256)',
  'requestUnionBridgeRbtc(uint256)',
  'releaseUnionBridgeRbtc()',
  'setUnionBridgeTransferPermissions(bool,bool)',
].map((signature) => toHex(selectorOf(signature)))

describe('the recorded transactions that ask for bitcoins or concern the union bridge', () => {
  const receipts = new Map(recordedReceipts('peg').map((receipt) => [receipt.transactionHash, receipt]))

  const isReplayable = ({ to, data }: Transaction): boolean =>
    to !== null &&
    equalBytes(to, bridgeAddress) &&
    (data.length === 0 || replayable.includes(toHex(data.subarray(0, 4))))

  it('emit the same events under every federation of the chain', () => {
    let events = 0
    for (const block of pegBlocks) {
      const { number } = block.header
      const transactions = block.transactions.filter(isReplayable)
      if (transactions.length === 0) continue
      const state = recordedState(number - 1)
      for (const transaction of transactions) {
        const { logs, status } = receipts.get(toHex(transaction.hash))!
        if (status !== '0x1') continue
        const sender = transaction.sender!
        const context = contextOf({
          height: number,
          state,
          sender,
          publicKey: transaction.recoverPublicKey()!,
        })
        const call = { caller: sender, value: transaction.value }
        const emitted = callBridge(context, transaction.data, call).logs.map(({ topics, data }) => ({
          topics: topics.map(toHex),
          data: toHex(data),
        }))
        expect(emitted).toEqual(logs.map(({ topics, data }) => ({ topics, data })))
        events += emitted.length
      }
    }
    expect(events).toBeGreaterThan(85)
  })
})

describe('the gas of all recorded transactions to the Bridge', () => {
  const receipts = new Map(recordedReceipts('peg').map((receipt) => [receipt.transactionHash, receipt]))
  const rules = rulesAt(regtest, 1)
  /** Its price depends on the Bitcoin chain at that block. */
  const confirmationsSelector = fromHex('5b644587')

  it('is what the reference node charged', () => {
    let compared = 0
    for (const { transactions } of pegBlocks) {
      for (const transaction of transactions) {
        if (!transaction.to || !equalBytes(transaction.to, bridgeAddress)) continue
        if (equalBytes(transaction.data.subarray(0, 4), confirmationsSelector)) continue
        const isFree = isFreeBridgeTransaction(transaction, regtest, rules)
        const intrinsic = isFree ? 0 : intrinsicGas(transaction, rules)
        const required = intrinsic + bridgeContract(contextOf({ isFree })).gas(transaction.data)
        const charged = Number(receipts.get(toHex(transaction.hash))!.gasUsed)
        expect(charged).toBe(Math.min(required, Number(transaction.gasLimitValue)))
        compared++
      }
    }
    expect(compared).toBeGreaterThan(1000)
  })
})
