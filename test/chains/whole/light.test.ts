import { afterEach, expect, it } from 'vitest'
import { fromHex } from '../../../src/primitives/hex.ts'
import { type ChainName, chainNames, recordedBlocks } from '../../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../../src/protocol/block.ts'
import { regtest } from '../../../src/protocol/networks/definitions.ts'
import type { Network } from '../../../src/protocol/networks/network.ts'
import { Random } from '../../attack/random.ts'
import { callsAbout } from '../../light/chainCalls.ts'
import { Comparison, type Difference } from '../../light/comparison.ts'
import { type HistoryName, historyBlocks, historyNetwork, historySchedule } from '../historyChains.ts'

/* Every answer of a light client about blocks of the recorded chains equals the full node's. */

const historyNames: readonly HistoryName[] = ['history-a', 'history-c', 'peg-history', 'typed-a']
const isHistory = (name: ChainName | HistoryName): name is HistoryName =>
  historyNames.some((one) => one === name)
const networkOf = (name: ChainName | HistoryName): Network =>
  isHistory(name) ? historyNetwork(name) : regtest

let comparison: Comparison | undefined
afterEach(() => {
  comparison?.close()
  comparison = undefined
})

/** Compared blocks of each chain, spread over it; all of them take hours. */
const comparedBlocks = Number(process.env['CAMBIUM_LIGHT_BLOCKS'] ?? 8)
const maximumShown = 5

it.each([...chainNames, ...historyNames])('answers about blocks of %s like a full node', async (name) => {
  const network = networkOf(name)
  const recorded = isHistory(name) ? historyBlocks(name) : recordedBlocks(name)
  comparison = await Comparison.over(
    recorded.map(({ rlp }) => decodeBlock(fromHex(rlp), network)),
    isHistory(name) ? { upgrades: historySchedule(name) } : {},
  )
  const { chain } = comparison.full
  const random = new Random(54)
  const differing: Difference[] = []
  const step = Math.ceil(chain.head.number / comparedBlocks)
  for (let number = 1; number <= chain.head.number; number += step) {
    differing.push(...(await comparison.differences(callsAbout(chain.select(number)!, chain, random))))
    if (differing.length > maximumShown) break
  }
  expect(differing).toEqual([])
  console.log(`${name}: ${comparison.count} answers equal`)
})
