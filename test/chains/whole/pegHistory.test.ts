import { beforeAll, describe, expect, it } from 'vitest'
import { bridgeSummary } from '../../../src/bridge/bridgeSummary.ts'
import { callBridge, contextOf } from '../../../src/bridge/bridgeWorld.cases.ts'
import type { RecordedRead } from '../../../src/bridge/recordedPeg.cases.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { NativeContext } from '../../../src/native/nativeContext.ts'
import { emptyBytes } from '../../../src/primitives/bytes.ts'
import { fromHex, toHex } from '../../../src/primitives/hex.ts'
import { historyNetwork, historyReads, importHistory } from '../historyChains.ts'

/* The Bridge under every version of its rules. Minutes of work: run by `npm run test:chains`. */

const network = historyNetwork('peg-history')
const reads = historyReads('peg-history')
let chain: Chain
beforeAll(() => {
  chain = importHistory('peg-history')
})

const contextAt = (height: number): NativeContext =>
  contextOf({ network, height, state: chain.stateAt(height)!, isLocalCall: true })

/** The result of eth_call; empty when the contract fails. */
const answerTo = ({ height, data }: RecordedRead): string =>
  toHex(callBridge(contextAt(height), fromHex(data)).output ?? emptyBytes)

describe('the chain peg-history', () => {
  it('reproduces every root', () => {
    expect(chain.head.number).toBe(2984)
  })

  it.each([...new Set(reads.map(({ height }) => height))])(
    'has the recorded answers at height %i',
    (height) => {
      const calls = reads.filter((read) => read.height === height && read.method !== 'eth_bridgeState')
      expect(calls.length).toBeGreaterThan(50)
      for (const read of calls) {
        const { method, args } = read
        expect([method, args, answerTo(read)]).toEqual([method, args, read.result])
      }
    },
  )

  it('has the recorded answers and failures of eth_bridgeState', () => {
    const summaries = reads.filter(({ method }) => method === 'eth_bridgeState')
    expect(summaries.length).toBeGreaterThan(50)
    for (const { height, result, error } of summaries) {
      const expected = {
        bestBitcoinHeight: Reflect.get(Object(result), 'btcBlockchainBestChainHeight'),
        waitingForSignatures: Reflect.get(Object(result), 'rskTxsWaitingForSignatures'),
      }
      expect([height, bridgeSummary(contextAt(height))]).toEqual([
        height,
        error === undefined ? expected : undefined,
      ])
    }
  })
})
