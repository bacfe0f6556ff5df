import { describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { openChain } from '../../src/chain/openChain.ts'
import { asHash } from '../../src/primitives/bytes.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { type Block, decodeBlock } from '../../src/protocol/block.ts'
import type { HeaderFields } from '../../src/protocol/headers/header.ts'
import { mineHeader } from '../../src/protocol/mergedMining/mineHeader.cases.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { transactionsRoot } from '../../src/protocol/roots.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'

const recorded = recordedBlocks('contracts')
  .slice(0, 4)
  .map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
const last = recorded.at(-1)!
const otherHash = asHash(new Uint8Array(32).fill(9))

function chainBefore(block: Block): Chain {
  const chain = openChain({ store: memoryStore(), network: regtest, clock: () => 0 })
  for (const ancestor of recorded.slice(0, block.header.number - 1)) chain.import(ancestor)
  return chain
}

/** The outcome of importing the last block with a changed header and a new proof of work. */
function reasonAgainst(changes: Partial<HeaderFields>, transactions = last.transactions): string {
  const chain = chainBefore(last)
  const header = mineHeader({ ...last.header, ...changes }, regtest)
  const outcome = chain.import({ ...last, header, transactions })
  expect(chain.head.number).toBe(last.header.number - 1)
  expect(chain.block(header.hash)).toBeUndefined()
  return outcome.status === 'rejected' ? outcome.rejection.reason : outcome.status
}

describe('importing a recorded block with a changed header', () => {
  it('accepts the unchanged block', () => {
    expect(last.transactions.length).toBeGreaterThan(2)
    expect(chainBefore(last).import(last)).toEqual({ status: 'best' })
  })

  it.each([
    ['stateRoot', { stateRoot: otherHash }, 'state-root'],
    ['receiptsRoot', { receiptsRoot: otherHash }, 'receipts-root'],
    ['logsBloom', { logsBloom: new Uint8Array(256).fill(0xff) }, 'logs-bloom'],
    ['gasUsed', { gasUsed: last.header.gasUsed + 1 }, 'gas-used'],
    ['paidFees', { paidFees: last.header.paidFees + 1n }, 'paid-fees'],
    ['edges', { edges: [] }, 'receipts-root'],
  ])('rejects a wrong %s', (_, changes, reason) => {
    expect(reasonAgainst(changes)).toBe(reason)
  })

  it('rejects a block that omits a transaction', () => {
    const transactions = last.transactions.slice(1)
    const root = transactionsRoot(transactions, rulesAt(regtest, last.header.number))
    expect(reasonAgainst({ transactionsRoot: root, edges: [] }, transactions)).toBe('state-root')
  })
})
