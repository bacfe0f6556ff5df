import { describe, expect, it } from 'vitest'
import type { Block } from '../../protocol/block.ts'
import { BlockFactory } from '../blockFactory.cases.ts'
import type { Chain } from '../chain.ts'

const factory = new BlockFactory()
const trunk = factory.branch(factory.genesis, 3, 1)
const branch = factory.branch(trunk[0]!, 3, 2)

const numbers = (blocks: readonly Block[]): number[] => blocks.map(({ header }) => header.number)

function recordEvents(chain: Chain): unknown[] {
  const events: unknown[] = []
  chain.on('block', (block) => events.push(['block', block.number]))
  chain.on('reorg', ({ commonAncestor, abandoned, adopted }) =>
    events.push(['reorg', commonAncestor.number, numbers(abandoned), numbers(adopted)]),
  )
  chain.on('side', (block) => events.push(['side', block.number]))
  return events
}

describe('listeners', () => {
  it('receive every block that becomes the best, with its receipts, once it is stored', () => {
    const chain = factory.chainWith([])
    const heard: unknown[] = []
    chain.on('block', (block) => heard.push([block.number, block.receipts.length, chain.head.number]))
    for (const block of trunk) chain.import(block)
    expect(heard).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [3, 1, 3],
    ])
  })

  it('receive the abandoned and adopted blocks of a reorganisation, and then each adopted block', () => {
    const chain = factory.chainWith(trunk)
    const events = recordEvents(chain)
    for (const block of branch) chain.import(block)
    expect(events.slice(-4)).toEqual([
      ['reorg', 1, [3, 2], [2, 3, 4]],
      ['block', 2],
      ['block', 3],
      ['block', 4],
    ])
  })

  it('receive a block on a side branch once, when it is stored', () => {
    const chain = factory.chainWith(trunk)
    const heard: unknown[] = []
    chain.on('side', ({ number, hash }) => heard.push([number, chain.hasBlock(hash)]))
    for (const block of [branch[0]!, branch[0]!]) chain.import(block)
    expect(heard).toEqual([[2, true]])
  })

  it('do not receive known, rejected and waiting blocks', () => {
    const chain = factory.chainWith(trunk)
    const events = recordEvents(chain)
    for (const block of [trunk[1]!, branch[2]!]) chain.import(block)
    chain.import(factory.next(trunk[2]!, { stateRoot: trunk[0]!.header.hash }))
    expect(events).toEqual([])
    expect(chain.hasBlock(branch[2]!.header.hash)).toBe(false)
  })

  it('receive orphans in the order in which they are connected', () => {
    const chain = factory.chainWith([])
    const events = recordEvents(chain)
    for (const block of [...trunk].reverse()) chain.import(block)
    expect(events).toEqual([
      ['block', 1],
      ['block', 2],
      ['block', 3],
    ])
  })

  it('that throw are reported and affect neither the chain nor other listeners', () => {
    const reported: unknown[] = []
    const chain = factory.chainWith([], { onListenerError: (error) => reported.push(error) })
    const failure = new Error('the listener failed')
    chain.on('block', () => {
      throw failure
    })
    const events = recordEvents(chain)
    expect(chain.import(trunk[0]!)).toEqual({ status: 'best' })
    expect(events).toEqual([['block', 1]])
    expect(reported).toEqual([failure])
  })

  it('that import blocks themselves do not change the order for other listeners', () => {
    const chain = factory.chainWith([])
    chain.on('block', (block) => {
      const next = trunk[block.number]
      if (next) chain.import(next)
    })
    const events = recordEvents(chain)
    chain.import(trunk[0]!)
    expect(events).toEqual([
      ['block', 1],
      ['block', 2],
      ['block', 3],
    ])
  })

  it('receive no events after they are removed', () => {
    const chain = factory.chainWith([])
    const heard: number[] = []
    const stop = chain.on('block', (block) => heard.push(block.number))
    chain.import(trunk[0]!)
    stop()
    chain.import(trunk[1]!)
    expect(heard).toEqual([1])
  })
})
