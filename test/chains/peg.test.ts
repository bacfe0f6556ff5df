import { beforeAll, describe, expect, it } from 'vitest'
import { bridgeContract } from '../../src/bridge/bridgeContract.ts'
import { bridgeSummary } from '../../src/bridge/bridgeSummary.ts'
import { callBridge, contextOf } from '../../src/bridge/bridgeWorld.cases.ts'
import {
  cellChanges,
  pegBlocks,
  type RecordedRead,
  recordedReads,
} from '../../src/bridge/recordedPeg.cases.ts'
import { isFreeBridgeTransaction } from '../../src/execution/transaction/freeBridgeSenders.ts'
import { emptyBytes, equalBytes } from '../../src/primitives/bytes.ts'
import { fromHex, toHex } from '../../src/primitives/hex.ts'
import { recordedReceipts } from '../../src/primitives/recordings.cases.ts'
import { bridgeAddress } from '../../src/protocol/addresses.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { intrinsicGas } from '../../src/protocol/transactions/intrinsicGas.ts'
import { State } from '../../src/state/state.ts'
import { PegChain } from './pegChain.ts'

/*
 * A chain of the reference node that uses every part of the Bridge that a local network has: Bitcoin headers, peg-ins of
 * all kinds, peg-outs, two federation changes with migrations, flyover peg-ins, the union bridge.
 */

const chain = new PegChain()
beforeAll(() => chain.runTo(pegBlocks.length), 300_000)

const stateAt = (height: number): State => new State(chain.states[height]!, chain.codes)

/** The result of eth_call; empty when the contract fails. */
function answerTo({ height, data }: RecordedRead): string {
  const context = contextOf({ height, state: stateAt(height), isLocalCall: true })
  return toHex(callBridge(context, fromHex(data)).output ?? emptyBytes)
}

describe('executing the recorded chain “peg”', () => {
  it('reproduces every root', () => {
    expect(chain.states).toHaveLength(1416)
  })

  it('changes each named cell at the recorded heights', () => {
    for (const { height, cell, key, value } of cellChanges) {
      const stored = stateAt(height).storage(bridgeAddress, fromHex(key))
      expect([cell, height, stored.length === 0 ? '0x0' : toHex(stored)]).toEqual([cell, height, value])
    }
  })
})

describe('read methods of the Bridge', () => {
  const heights = [...new Set(recordedReads.map(({ height }) => height))]

  it.each(heights)('return the recorded answers at height %i', (height) => {
    const calls = recordedReads.filter((read) => read.height === height && read.method !== 'eth_bridgeState')
    expect(calls.length).toBeGreaterThan(100)
    for (const read of calls) {
      expect([read.method, read.args, answerTo(read)]).toEqual([read.method, read.args, read.result])
    }
  })

  it('return the recorded answers and failures of eth_bridgeState', () => {
    const summaries = recordedReads.filter(({ method }) => method === 'eth_bridgeState')
    expect(summaries.length).toBeGreaterThanOrEqual(heights.length)
    for (const { height, result, error } of summaries) {
      const summary = bridgeSummary(contextOf({ height, state: stateAt(height), isLocalCall: true }))
      const expected = {
        bestBitcoinHeight: Reflect.get(Object(result), 'btcBlockchainBestChainHeight'),
        waitingForSignatures: Reflect.get(Object(result), 'rskTxsWaitingForSignatures'),
      }
      expect(summary).toEqual(error === undefined ? expected : undefined)
    }
  })
})

describe('transactions to the Bridge', () => {
  const receipts = new Map(recordedReceipts('peg').map((receipt) => [receipt.transactionHash, receipt]))

  it('are charged the recorded gas', () => {
    const rules = rulesAt(regtest, 1)
    let compared = 0
    for (const { header, transactions } of pegBlocks) {
      for (const transaction of transactions) {
        if (!transaction.to || !equalBytes(transaction.to, bridgeAddress)) continue
        const isFree = isFreeBridgeTransaction(transaction, regtest, rules)
        const intrinsic = isFree ? 0 : intrinsicGas(transaction, rules)
        const context = contextOf({ isFree, state: stateAt(header.number - 1), height: header.number })
        const required = intrinsic + bridgeContract(context).gas(transaction.data)
        const charged = Number(receipts.get(toHex(transaction.hash))!.gasUsed)
        expect(charged).toBe(Math.min(required, Number(transaction.gasLimitValue)))
        compared++
      }
    }
    expect(compared).toBeGreaterThan(1000)
  })
})
