import { describe, expect, it } from 'vitest'
import { asAddress, asHash } from '../primitives/bytes.ts'
import { toHex } from '../primitives/hex.ts'
import type { Block } from '../protocol/block.ts'
import { remascSender } from '../protocol/transactions/remasc.ts'
import { memoryStore } from '../store/memory/memoryStore.ts'
import { BlockFactory } from './blockFactory.cases.ts'

const factory = new BlockFactory()
const topic = asHash(new Uint8Array(32).fill(7))
const everything = { fromBlock: 0, toBlock: 9, addresses: [], topics: [[topic]] }
const log = { address: asAddress(new Uint8Array(20)), topics: [topic], data: new Uint8Array(0) }

function logging(parent: Block, length: number): Block[] {
  const blocks: Block[] = []
  for (let last = parent; blocks.length < length; last = blocks.at(-1)!) {
    blocks.push(factory.next(last, { logs: [[log]] }))
  }
  return blocks
}

const trunk = logging(factory.genesis, 6)
const side = factory.branch(trunk[1]!, 3, 2)
const numbers = (blocks: readonly Block[]): number[] => blocks.map(({ header }) => header.number)

describe('a chain that is rewound', () => {
  it('gives the answers it gave before the later blocks', () => {
    const rewound = memoryStore()
    const chain = factory.chainWith(trunk, { store: rewound })
    chain.rewind(trunk[2]!.header.hash)
    const straight = memoryStore()
    factory.chainWith(trunk.slice(0, 3), { store: straight })
    for (const table of ['canonical', 'transactions', 'logIndex', 'meta'] as const) {
      expect([...rewound.range(table)]).toEqual([...straight.range(table)])
    }
    expect(chain.head.number).toBe(3)
    expect(chain.stateAt('latest')?.nonce(remascSender)).toBe(3n)
    expect(chain.logs(everything)).toHaveLength(3)
    expect(chain.transaction(trunk[5]!.transactions[0]!.hash)).toBeUndefined()
  })

  it('emits the abandoned blocks, and no adopted ones', () => {
    const chain = factory.chainWith(trunk)
    const heard: unknown[] = []
    chain.on('block', ({ number }) => heard.push(number))
    chain.on('reorg', ({ commonAncestor, abandoned, adopted }) =>
      heard.push([commonAncestor.number, numbers(abandoned), numbers(adopted)]),
    )
    chain.rewind(trunk[3]!.header.hash)
    expect(heard).toEqual([[4, [6, 5], []]])
  })

  it('emits no event when the target is its head', () => {
    const chain = factory.chainWith(trunk)
    chain.on('reorg', () => expect.unreachable())
    chain.rewind(trunk[5]!.header.hash)
    expect(chain.head.number).toBe(6)
  })

  it('imports other blocks afterwards', () => {
    const chain = factory.chainWith(trunk)
    chain.rewind(trunk[1]!.header.hash)
    for (const block of side) expect(chain.import(block)).toEqual({ status: 'best' })
    expect(toHex(chain.select(3)!.hash)).toBe(toHex(side[0]!.header.hash))
  })

  it('imports the abandoned blocks again, with their logs', () => {
    const chain = factory.chainWith(trunk)
    chain.rewind(trunk[1]!.header.hash)
    for (const block of trunk.slice(2)) expect(chain.import(block)).toEqual({ status: 'best' })
    expect(chain.import(trunk[3]!)).toEqual({ status: 'known' })
    expect(chain.head.number).toBe(6)
    expect(chain.logs(everything)).toHaveLength(6)
  })

  it('can be rewound to a block of another branch', () => {
    const chain = factory.chainWith([...trunk, ...side])
    chain.rewind(side[1]!.header.hash)
    expect(chain.head.number).toBe(4)
    expect(toHex(chain.select(3)!.hash)).toBe(toHex(side[0]!.header.hash))
    expect(toHex(chain.select(2)!.hash)).toBe(toHex(trunk[1]!.header.hash))
  })

  it('cannot be rewound to a block that is not stored', () => {
    const chain = factory.chainWith(trunk)
    const nowhere = asHash(new Uint8Array(32))
    expect(() => chain.rewind(nowhere)).toThrow(`cannot rewind to block ${toHex(nowhere)}: it is not stored`)
    expect(chain.head.number).toBe(6)
  })
})
