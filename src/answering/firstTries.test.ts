import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { PostingCursor } from '../chain/logs/postingCursor.ts'
import { assemble, deployer } from '../evm/assembler.cases.ts'
import { returnTop } from '../evm/evmWorld.cases.ts'
import { toHex } from '../primitives/hex.ts'
import type { Json } from '../rpc/json/json.ts'
import { defaultReaderLimits, ReaderPool } from '../service/readers/readerPool.ts'
import { cow, openWorld } from './rpcWorld.cases.ts'

/* Which calls leave the main thread depends on their work, never on elapsed time. */

/** Returns the storage cell at the hash of the argument, as a token does for the balance of a holder. */
const token = `4 CALLDATALOAD 0 MSTORE 0 32 MSTORE 64 0 SHA3 SLOAD ${returnTop}`
const balanceOf = `0x70a08231${'00'.repeat(12)}${cow.slice(2)}`
const precompile = (address: number, data = '0x'): Json => ({
  to: `0x${address.toString(16).padStart(40, '0')}`,
  data,
})
/** JUMPDEST, PUSH1 0, JUMP: runs until its gas is used. */
const endless = '0x5b600056'

async function openTries() {
  const readers = new ReaderPool({ threads: 1, ...defaultReaderLimits, onError: () => {} })
  onTestFinished(() => readers.close())
  const world = await openWorld({ readers })
  const hash = await world.text('eth_sendTransaction', { from: cow, data: toHex(deployer(assemble(token))) })
  const receipt = (await world.result('eth_getTransactionReceipt', hash)) as {
    readonly contractAddress: string
  }
  const left = (): Readonly<Record<string, number>> => readers.status.startedByMethod
  return { world, left, balance: { to: receipt.contractAddress, data: balanceOf } }
}

describe('the first try of a call', () => {
  it('answers the balance of a token, even on a machine that is slowed down', async () => {
    const { world, left, balance } = await openTries()
    const zero = `0x${'00'.repeat(32)}`
    // A second passes between any two readings of the clock.
    let ms = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1_000))
    onTestFinished(() => void vi.restoreAllMocks())
    for (let call = 0; call < 20; call++) {
      expect(await world.result('eth_call', balance)).toBe(zero)
      await world.error('eth_call', { data: endless, gas: '0x100000' })
    }
    expect(await world.result('eth_call', balance)).toBe(zero)
    expect(left()).toEqual({ eth_call: 20 })
  })

  it('ends before a precompiled contract that may be slow', async () => {
    const { world, left } = await openTries()
    const word = (value: number): string => value.toString(16).padStart(64, '0')
    const rounds = `0x000f4240${'00'.repeat(209)}`
    const power = `0x${word(1_000)}${word(32)}${word(1_000)}${'ff'.repeat(2_032)}`
    await world.result('eth_call', precompile(9, rounds))
    await world.result('eth_call', precompile(5, power))
    await world.result('eth_call', precompile(8, `0x${'00'.repeat(192 * 8)}`))
    expect(left()).toEqual({ eth_call: 3 })
    await world.result('eth_call', precompile(4, '0x12'))
    expect(left()).toEqual({ eth_call: 3 })
  })

  it('counts all runs of an estimate, and all calls of a simulation', async () => {
    const { world, left } = await openTries()
    const call = precompile(9, `0x00001000${'00'.repeat(209)}`)
    await world.result('eth_call', call)
    await world.result('eth_createAccessList', call)
    const twice = precompile(9, `0x00005000${'00'.repeat(209)}`)
    await world.result('eth_call', twice)
    expect(left()).toEqual({})
    await world.result('eth_estimateGas', twice)
    expect(left()).toEqual({ eth_estimateGas: 1 })
    await world.result('eth_simulateV1', { blockStateCalls: [{ calls: Array<Json>(20).fill(call) }] })
    await world.result('eth_simulateV1', { blockStateCalls: Array<Json>(20).fill({ calls: [] }) })
    expect(left()).toEqual({ eth_estimateGas: 1, eth_simulateV1: 2 })
  })

  it('ends before a search reads the index for many terms, unless the blocks of its range are fewer', async () => {
    const { world, left } = await openTries()
    for (let block = 0; block < 1000; block++) world.node.local?.mine()
    const address = Array.from({ length: 900 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    const seek = vi.spyOn(PostingCursor.prototype, 'seek')
    onTestFinished(() => void vi.restoreAllMocks())
    expect(await world.result('eth_getLogs', { address, fromBlock: '0x3d4' })).toEqual([])
    expect(left()).toEqual({})
    seek.mockClear()
    expect(await world.result('eth_getLogs', { address, fromBlock: '0x1' })).toEqual([])
    expect(left()).toEqual({ eth_getLogs: 1 })
    expect(seek).not.toHaveBeenCalled()
  })
})
