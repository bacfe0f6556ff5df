import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cow, openWorld, type RpcWorld, type RpcWorldOptions } from '../../answering/rpcWorld.cases.ts'
import { PostingCursor } from '../../chain/logs/postingCursor.ts'
import { flatLog } from '../../chain/storage/flatLog.ts'
import { toHex } from '../../primitives/hex.ts'
import { defaultReaderLimits, ReaderPool } from '../../service/readers/readerPool.ts'

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const account = (value: number): string => `0x${value.toString(16).padStart(40, '0')}`
/** Emits three logs with the topic 1. */
const emitter = '0x600160006000a1600160006000a1600160006000a1'

function mine(world: RpcWorld, blocks: number): void {
  for (let block = 0; block < blocks; block++) world.node.local?.mine()
}

async function withReaders(options: RpcWorldOptions = {}) {
  const readers = new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: () => {} })
  onTestFinished(() => readers.close())
  const world = await openWorld({ readers, ...options })
  return { world, left: () => readers.status.startedByMethod }
}

describe('a window of a query', () => {
  it('after a block far below the first one names 50 blocks from there on', async () => {
    const world = await openWorld({ readers: null })
    mine(world, 200)
    const genesis = toHex(world.node.chain.select(0)!.hash)
    const { error } = Object(await world.respond('data_blocks', { fromBlock: 201, parentBlockHash: genesis }))
    const { previousBlocks } = error.data
    expect(previousBlocks).toHaveLength(50)
    expect(previousBlocks[0]).toEqual({ number: 0, hash: genesis })
    expect(previousBlocks[49].number).toBe(49)
  })

  it('leaves the main thread before it reads the index for many values', async () => {
    const { world, left } = await withReaders()
    mine(world, 10)
    const seek = vi.spyOn(PostingCursor.prototype, 'seek')
    onTestFinished(() => void vi.restoreAllMocks())
    const logs = [{ topic0: Array.from({ length: 10_000 }, (_, index) => word(index)) }]
    await world.result('data_blocks', { fromBlock: 0, logs })
    expect(left()).toEqual({ data_blocks: 1 })
    const addresses = Array.from({ length: 100 }, (_, index) => account(index))
    await world.result('data_blocks', { fromBlock: 0, logs: new Array(100).fill({ address: addresses }) })
    expect(left()).toEqual({ data_blocks: 2 })
    expect(seek).not.toHaveBeenCalled()
  })

  it('reads each log of a block once for all requests', async () => {
    const world = await openWorld({ readers: null })
    await world.result('eth_sendTransaction', { from: cow, data: emitter })
    const unpacked = vi.spyOn(flatLog(), 'unpack')
    onTestFinished(() => void vi.restoreAllMocks())
    const logs = Array.from({ length: 50 }, (_, index) => ({
      topic0: [word(1), word(index)],
      transaction: true,
    }))
    const [, block] = Object(await world.result('data_blocks', { fromBlock: 0, toBlock: 1, logs }))
    expect(block).toMatchObject({ header: { number: 1 }, logs: { length: 3 }, transactions: { length: 1 } })
    // Three are selected; the block has some of REMASC too.
    expect(unpacked.mock.calls.length).toBeGreaterThanOrEqual(3)
    expect(unpacked.mock.calls.length).toBeLessThan(20)
  })
})
