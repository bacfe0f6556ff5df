import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { fromHex } from '../primitives/hex.ts'
import { recordedBlocks } from '../primitives/recordings.cases.ts'
import { ThreadGone } from '../primitives/threads/thread.ts'
import { type Block, decodeBlock } from '../protocol/block.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { openStore } from '../store/openStore.ts'
import type { Store } from '../store/store.ts'
import type { Chain } from './chain.ts'
import { chainStamp, openChain } from './openChain.ts'

const recorded = recordedBlocks('basic').map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
const blocks = recorded.filter(({ header }) => header.number > 0).slice(0, 60)
const folder = mkdtempSync(join(tmpdir(), 'cambium-thread-'))
let opened: { chain: Chain; store: Store } | undefined
let folders = 0

function open(): Chain {
  const path = join(folder, String(folders++))
  const store = openStore({ path, ...chainStamp(regtest), flush: 'none' })
  const clock = (): number => Math.floor(Date.now() / 1000)
  const chain = openChain({ store, network: regtest, clock }, { folder: { path, flush: 'none' } })
  opened = { chain, store }
  return chain
}

afterEach(() => {
  opened?.chain.close()
  opened?.store.close()
  opened = undefined
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Numbers of the blocks that listeners receive. */
function heard(chain: Chain): number[] {
  const numbers: number[] = []
  chain.on('block', (block) => {
    // The block is stored when listeners receive it.
    expect(chain.block(block.hash)?.receipts).toHaveLength(block.transactions.length)
    numbers.push(block.number)
  })
  return numbers
}

const add = (chain: Chain, block: Block) => chain.importThread()!.add(block, [], undefined)

describe('a thread that imports', () => {
  it('executes blocks in order and announces them when they are stored', async () => {
    const chain = open()
    const numbers = heard(chain)
    const outcomes = blocks.map((block) => add(chain, block))
    for (const outcome of outcomes) expect(await outcome).toEqual({ status: 'best' })
    await chain.importThread()!.save()
    expect(chain.head.hash).toEqual(blocks.at(-1)!.header.hash)
    expect(numbers).toEqual(blocks.map(({ header }) => header.number))
    expect(chain.stateAt('latest')).toBeDefined()
  })

  it('writes in turns with the main thread, whose blocks come after its own', async () => {
    const chain = open()
    const numbers = heard(chain)
    const half = blocks.length / 2
    const outcomes = blocks.slice(0, half).map((block) => add(chain, block))
    await outcomes.at(-1)
    // The thread has a group that is not stored; the main thread continues on its last block.
    expect(chain.import(blocks[half]!)).toEqual({ status: 'best' })
    expect(numbers).toEqual(blocks.slice(0, half + 1).map(({ header }) => header.number))
    for (const block of blocks.slice(half + 1)) expect(await add(chain, block)).toEqual({ status: 'best' })
    await chain.importThread()!.save()
    expect(chain.head.number).toBe(blocks.at(-1)!.header.number)
  })

  it('reports which rule a block breaks, and continues', async () => {
    const chain = open()
    const [first, second, third] = blocks as [Block, Block, Block]
    const wrong = { ...second, header: { ...second.header, gasUsed: second.header.gasUsed + 1 } }
    const outcomes = [add(chain, first), add(chain, wrong), add(chain, third), add(chain, second)]
    expect((await Promise.all(outcomes)).map(({ status }) => status)).toEqual([
      'best',
      'rejected',
      'orphan',
      'best',
    ])
  })

  it('saves its group when it is closed, and is started again by the next block', async () => {
    const chain = open()
    await add(chain, blocks[0]!)
    const late = add(chain, blocks[1]!)
    chain.endThread()
    await expect(Promise.race([late, Promise.resolve('pending')])).rejects.toThrow(ThreadGone)
    expect(chain.head.number).toBeGreaterThanOrEqual(blocks[0]!.header.number)
    const { number } = chain.head
    expect(await add(chain, blocks[number]!)).toEqual({ status: 'best' })
  })
})
