import { afterEach, describe, expect, it, vi } from 'vitest'
import { openChain } from '../../chain/openChain.ts'
import { fromHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { decodeBlock } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { CallIndexing } from './callIndexing.ts'

/** Milliseconds between two looks at the clock. */
const stepMs = 2
/** A slice of 5 ms ends with the third look after its start; a fourth one measures it. */
const sliceMs = 4 * stepMs

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('CallIndexing', () => {
  it.each([
    [undefined, 4 * sliceMs],
    [50, sliceMs],
    [100, 0],
  ])('with a share of %s pauses %s ms after a slice', (share, pauseMs) => {
    const store = memoryStore()
    const chain = openChain({ store, network: regtest, clock: () => 0 })
    for (const { rlp } of recordedBlocks('contracts').slice(0, 12))
      chain.import(decodeBlock(fromHex(rlp), regtest))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += stepMs
      return now
    })
    const indexing = new CallIndexing({ chain, store, from: 0, share, onError: () => {} })
    vi.runAllTimers()
    expect(new Set(pauses.mock.calls.slice(1).map(([, ms]) => ms))).toContain(pauseMs)
    expect(indexing.coverage).toEqual({ from: 1, filled: 12, since: 12 })
    indexing.close()
  })
})
