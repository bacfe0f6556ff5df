import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Log } from '../evm/log.ts'
import type { NativeContext } from '../native/nativeContext.ts'
import { contextAfter, emptyState, ListedBlocks } from '../native/nativeWorld.cases.ts'
import { processMinersFees } from '../native/remasc/processMinersFees.ts'
import { equalBytes } from '../primitives/bytes.ts'
import { fromHex, toHex } from '../primitives/hex.ts'
import { type ChainName, recordedBlocks, recordedReceipts } from '../primitives/recordings.cases.ts'
import { bridgeAddress } from '../protocol/addresses.ts'
import { type Block, decodeBlock } from '../protocol/block.ts'
import { genesisBlock } from '../protocol/genesis.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { federatorAccounts } from './context/federatorAccounts.ts'

/*
 * The payments of the reference node in every block. REMASC depends only on headers, uncles and the Bridge's
 * federations, so it is replayed without executing other transactions.
 */

interface CellChange {
  readonly height: number
  readonly cell: string
  readonly key: string
  readonly value: string
}

/** Changes of the Bridge's federation cells, in the order of their heights. */
function federationChanges(): CellChange[] {
  const url = new URL('../../test/fixtures/chains/peg.storage.jsonl.gz', import.meta.url)
  const lines = gunzipSync(readFileSync(url)).toString('utf8').trim().split('\n')
  return lines
    .map((line): CellChange => JSON.parse(line))
    .filter(({ cell }) => /^(new|old)Federation(FormatVersion)?$/.test(cell))
}

/** Logs of the payment transaction of each block in the final chain, by block hash. */
function recordedLogs(chain: ChainName): Map<string, unknown> {
  const logs = new Map<string, unknown>()
  for (const receipt of recordedReceipts(chain)) {
    // The payment is the last transaction of its block.
    logs.set(
      receipt.blockHash,
      receipt.logs.map(({ topics, data }) => ({ topics, data })),
    )
  }
  return logs
}

const federatorsOf = (context: NativeContext) => (blockNumber: number) =>
  federatorAccounts(context, blockNumber)

const presented = (logs: readonly Log[]) =>
  logs.map(({ topics, data }) => ({ topics: topics.map(toHex), data: toHex(data) }))

describe('recorded payments of REMASC', () => {
  it.each<[ChainName, readonly CellChange[]]>([
    ['basic', []],
    ['uncles', []],
    ['peg', federationChanges()],
  ])('are repeated in the chain %s', (name, changes) => {
    const recorded = recordedLogs(name)
    const genesis = genesisBlock(regtest)
    const blocks = recordedBlocks(name).map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
    const final = blocks.filter(({ header }) => recorded.has(toHex(header.hash)))
    expect(final).toHaveLength(recorded.size)

    const state = emptyState()
    const chain = new ListedBlocks([genesis, ...final])
    let parent: Block = genesis
    let nextChange = 0
    for (const block of final) {
      expect(equalBytes(block.header.parentHash, parent.header.hash)).toBe(true)
      for (; changes[nextChange] && changes[nextChange]!.height <= block.header.number; nextChange++) {
        const { key, value } = changes[nextChange]!
        state.setStorage(bridgeAddress, fromHex(key), value === '0x0' ? new Uint8Array(0) : fromHex(value))
      }
      const logs: Log[] = []
      const { minimumGasPrice } = block.header
      const context = contextAfter([parent], {
        state,
        isRemasc: true,
        minimumGasPrice: minimumGasPrice ?? 0n,
      })
      processMinersFees(
        { ...context, chain, federatorAccounts: federatorsOf(context) },
        {
          emit: (log) => logs.push(log),
        },
      )
      expect(presented(logs), `block ${block.header.number}`).toEqual(recorded.get(toHex(block.header.hash)))
      parent = block
    }
    expect(parent.header.number).toBe(final.length)
  })
})
