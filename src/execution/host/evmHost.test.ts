import { describe, expect, it } from 'vitest'
import { headerAt, ListedBlocks, listBlocks } from '../../native/nativeWorld.cases.ts'
import { asAddress, asHash, leftPad } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { bridgeAddress, environmentAddress, remascAddress } from '../../protocol/addresses.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import {
  alice,
  contractAddress,
  newHost,
  parents,
  regtestWithout,
  richState,
  stranger,
} from '../executionWorld.cases.ts'
import { EvmHost } from './evmHost.ts'

const precompileAt = (number: number) => asAddress(leftPad(unsignedBytes(number), 20))

describe('the hash of a block', () => {
  const blocks = listBlocks(300)
  const tip = blocks.at(-1)!.header

  function hostOver(chain: ListedBlocks): EvmHost {
    const header = headerAt(301, { parentHash: tip.hash })
    return new EvmHost(richState(), { network: regtest, chain, header })
  }

  it('is known for the 256 blocks before the executing one', () => {
    const host = hostOver(new ListedBlocks(blocks))
    expect(host.blockHash(301)).toBeUndefined()
    expect(host.blockHash(300)).toEqual(tip.hash)
    expect(host.blockHash(45)).toEqual(blocks[45]!.header.hash)
    expect(host.blockHash(44)).toBeUndefined()
  })

  it('is unknown for numbers below the genesis', () => {
    const host = newHost()
    expect(host.blockHash(0)).toEqual(parents[0]!.header.hash)
    expect(host.blockHash(-1)).toBeUndefined()
  })

  it('is that of the branch the block is on', () => {
    const chain = new ListedBlocks(blocks)
    const rival = headerAt(299, { timestamp: 7, parentHash: blocks[298]!.header.hash })
    const child = headerAt(300, { parentHash: rival.hash })
    for (const header of [rival, child]) chain.add({ header, transactions: [], uncles: [] })
    const header = headerAt(301, { parentHash: child.hash })
    const host = new EvmHost(richState(), { network: regtest, chain, header })
    expect(host.blockHash(299)).toEqual(rival.hash)
    expect(host.blockHash(298)).toEqual(blocks[298]!.header.hash)
  })

  it('is read from the chain once', () => {
    let questions = 0
    class CountingBlocks extends ListedBlocks {
      override ancestor(...question: Parameters<ListedBlocks['ancestor']>) {
        questions++
        return super.ancestor(...question)
      }
    }
    const host = hostOver(new CountingBlocks(blocks))
    expect(host.blockHash(200)).toEqual(host.blockHash(200))
    expect(questions).toBe(1)
  })
})

describe('a precompiled contract', () => {
  it('is standard, native or undefined', () => {
    const host = newHost()
    expect(host.precompile(precompileAt(1))?.name).toBe('ecrecover')
    expect(host.precompile(remascAddress)?.name).toBe('REMASC')
    expect(host.precompile(contractAddress)).toBeUndefined()
  })

  it('exists from its activation on', () => {
    const host = newHost(richState(), regtestWithout('rskip153', 'rskip203'))
    expect(host.precompile(precompileAt(9))).toBeUndefined()
    expect(host.precompile(environmentAddress)).toBeUndefined()
    expect(newHost().precompile(precompileAt(9))).toBeDefined()
    expect(newHost().precompile(environmentAddress)).toBeDefined()
  })

  it('of the sequential list is recorded when a call names it, not when it is looked up', () => {
    const host = newHost()
    const getState = Uint8Array.of(0x0d, 0x0c, 0xee, 0x93)
    const call = {
      kind: 'call',
      caller: contractAddress,
      value: 0n,
      depth: 0,
      isStatic: false,
      emit() {},
    } as const
    const remasc = host.precompile(remascAddress)!
    remasc.gas(getState)
    expect(host.calledSequentialContract).toBe(false)
    remasc.noteCall?.(true)
    remasc.run(getState, call)
    expect(host.calledSequentialContract).toBe(false)
    remasc.noteCall?.(false)
    expect(host.calledSequentialContract).toBe(true)
  })
})

describe('the host', () => {
  it('gives each transaction a new environment object', () => {
    const host = newHost()
    const begin = (sender: Uint8Array, index: number) =>
      host.begin(
        {
          hash: asHash(new Uint8Array(32)),
          sender,
          publicKey: undefined,
          isRemasc: false,
          isLocalCall: false,
          isFreeBridgeTransaction: false,
        },
        7n,
        index,
      )
    begin(alice.address, 0)
    const first = host.environment
    begin(stranger, 1)
    expect(host.environment).not.toBe(first)
    expect(toHex(first.origin)).toBe(toHex(alice.address))
    expect(host.environment).toEqual({ ...first, origin: stranger, transactionIndex: 1 })
  })

  it('counts an account as destroyed when an earlier transaction destroyed it', () => {
    const host = newHost()
    expect(host.wasDestroyed(stranger)).toBe(false)
    host.destroyedEarlier = new Set([addressKey(stranger)])
    expect(host.wasDestroyed(stranger)).toBe(true)
    expect(host.wasDestroyed(bridgeAddress)).toBe(false)
  })
})
