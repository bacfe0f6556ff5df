import { describe, expect, it } from 'vitest'
import { BitcoinHeader, bitcoinHeaderLength } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { encodeStoredBlock, type StoredBlock } from '../../bitcoin/blocks/storedBlock.ts'
import { targetOf, workOf } from '../../bitcoin/blocks/target.ts'
import { arrayOf, bytes } from '../../native/abi/types.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { realFile } from '../../primitives/recordings.cases.ts'
import { mainnet } from '../../protocol/networks/definitions.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import { bridgeCall, storedCell } from '../bridgeWorld.cases.ts'
import { chainHeadKey } from '../cells/bitcoinChain.ts'
import { memberAccount } from '../federation/member.ts'
import { BitcoinChain } from './chain.ts'
import { receiveHeader, receiveHeaders } from './receiveHeaders.ts'

/*
 * Mainnet headers with a valid proof of work, stored at chosen heights and with a chosen total work: the limits of the
 * cell of 12 bytes, which the Bitcoin chain reached at height 849,138.
 */

const input = realFile('mainnet-block-457-receiveHeaders-calldata.bin')
const headers = arrayOf(bytes)
  .decode(input.subarray(4), 32)
  .map((encoded) => new BitcoinHeader(encoded.subarray(0, bitcoinHeaderLength)))
const ownWork = workOf(targetOf(headers[0]!.bits))
const limit = 849_138
const mostWork = 2n ** 96n - 1n

/** A Bridge whose Bitcoin chain ends with these blocks, the last of them as its head. */
function bridgeWith(blocks: readonly StoredBlock[], changes: Partial<Rules> = {}) {
  const state = emptyState()
  const rules = { ...rulesAt(mainnet, 6_000_000), ...changes }
  const probe = bridgeCall({ network: mainnet, rules, state })
  const caller = memberAccount(probe.constants.genesisFederation.members[0]!)
  const bridge = bridgeCall({ network: mainnet, rules, state, caller })
  for (const block of blocks) {
    bridge.store.write(block.header.hash, encodeStoredBlock(block, 'short'))
    bridge.store.write(chainHeadKey, encodeStoredBlock(block, 'short'))
  }
  return { bridge, state }
}

const stored = (index: number, height: number, work = 10n ** 20n): StoredBlock => ({
  header: headers[index]!,
  height,
  work,
})

const beyond434 = { rskip434: true }
const beyond454 = { rskip434: true, rskip454: true }

describe('the Bitcoin height of mainnet from which the work does not fit', () => {
  const added = (parentHeight: number, changes?: Partial<Rules>) => {
    const { bridge } = bridgeWith([stored(0, parentHeight)], changes)
    return receiveHeader(bridge, headers[1]!.bytes)
  }

  it('bounds single headers until RSKIP434', () => {
    expect(added(limit - 2)).toBe(0n)
    expect(added(limit - 1)).toBe(-99n)
    expect(added(limit - 1, beyond434)).toBe(0n)
  })

  it('ends a list of headers until RSKIP434, even if later ones are lower', () => {
    const heights = (changes?: Partial<Rules>) => {
      const { bridge } = bridgeWith([stored(10, 5_000), stored(0, limit - 2)], changes)
      const list = [headers[1]!, headers[2]!, headers[11]!]
      receiveHeaders(
        bridge,
        list.map((header) => header.bytes),
      )
      const chain = BitcoinChain.open(bridge)
      return list.map(({ hash }) => chain.block(hash)?.height)
    }
    expect(heights()).toEqual([limit - 1, undefined, undefined])
    // The branch from height 5,000 does not reach the main chain and is refused.
    expect(heights(beyond434)).toEqual([limit - 1, limit, undefined])
  })
})

describe('the total work of a Bitcoin block', () => {
  const add = (parentWork: bigint, changes: Partial<Rules>) => {
    const { bridge, state } = bridgeWith([stored(0, 600_000, parentWork)], changes)
    const code = receiveHeader(bridge, headers[1]!.bytes)
    const chain = BitcoinChain.open(bridge)
    return {
      code,
      head: chain.head.height,
      cells: headers.slice(0, 2).map(({ hash }) => storedCell(state, hash).length),
    }
  }

  it('fills 12 bytes at most until RSKIP454', () => {
    expect(add(mostWork - ownWork, beyond434)).toEqual({ code: 0n, head: 600_001, cells: [96, 96] })
    expect(add(mostWork - ownWork + 1n, beyond434)).toEqual({ code: -99n, head: 600_000, cells: [96, 0] })
  })

  it('has 32 bytes from RSKIP454 on, while older blocks keep their form', () => {
    expect(add(mostWork - ownWork + 1n, beyond454)).toEqual({ code: 0n, head: 600_001, cells: [96, 116] })
    expect(add(mostWork, beyond454)).toEqual({ code: 0n, head: 600_001, cells: [96, 116] })
  })

  it('ends a list of headers without an error when it does not fit', () => {
    const { bridge } = bridgeWith([stored(0, 600_000, mostWork - ownWork)], beyond434)
    const list = headers.slice(1, 4)
    receiveHeaders(
      bridge,
      list.map((header) => header.bytes),
    )
    expect(BitcoinChain.open(bridge).head.height).toBe(600_001)
  })
})
