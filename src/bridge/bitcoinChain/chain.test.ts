import { describe, expect, it } from 'vitest'
import { BitcoinHeader } from '../../bitcoin/blocks/bitcoinHeader.ts'
import {
  mainnetParameters,
  regtestParameters,
  testnetParameters,
} from '../../bitcoin/blocks/networkParameters.ts'
import { targetOf } from '../../bitcoin/blocks/target.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { concatBytes, reversedBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { toBigInt } from '../../primitives/integers.ts'
import { mainnet, testnet } from '../../protocol/networks/definitions.ts'
import { bridgeCall, storedCell } from '../bridgeWorld.cases.ts'
import { chainHeadKey } from '../cells/bitcoinChain.ts'
import { hashedKey } from '../cells/cell.ts'
import { BitcoinChain } from './chain.ts'

const { genesis } = regtestParameters

/** A header of regtest with enough work; `salt` distinguishes branches. */
function mine(parent: BitcoinHeader, salt = 0): BitcoinHeader {
  const head = concatBytes(new Uint8Array(4), reversedBytes(parent.hash), new Uint8Array(32).fill(salt))
  const tail = new Uint8Array(12)
  const view = new DataView(tail.buffer)
  view.setUint32(4, 0x207fffff, true)
  for (let nonce = 0; ; nonce++) {
    view.setUint32(8, nonce, true)
    const header = new BitcoinHeader(concatBytes(head, tail))
    if (toBigInt(header.hash) <= targetOf(0x207fffff)) return header
  }
}

function mineBranch(parent: BitcoinHeader, length: number, salt = 0): BitcoinHeader[] {
  const headers: BitcoinHeader[] = []
  while (headers.length < length) headers.push(mine(headers.at(-1) ?? parent, salt))
  return headers
}

function chainWith(headers: readonly BitcoinHeader[]) {
  const bridge = bridgeCall()
  const chain = BitcoinChain.open(bridge)
  for (const header of headers) expect(chain.add(header)).toBe(true)
  return { chain, bridge }
}

describe('the first use of the Bitcoin chain', () => {
  it('stores the genesis block as block, head and at height 0', () => {
    const state = emptyState()
    const bridge = bridgeCall({ state })
    expect(BitcoinChain.open(bridge).head).toEqual(genesis)
    bridge.cells.save()
    expect(storedCell(state, genesis.header.hash)).toEqual(storedCell(state, chainHeadKey))
    expect(toHexDigits(storedCell(state, hashedKey('btcBlockHeight-0')))).toBe(
      `a0${toHexDigits(genesis.header.hash)}`,
    )
  })

  it.each([
    [mainnet, mainnetParameters, 499_968, '000000000000000000296e10eb4987c4eb9b7ba0841102dec4480e5d6b89acb5'],
    [
      testnet,
      testnetParameters,
      1_413_216,
      '000000000000001aa547c01c17edae35e21dd63fd7e6627daedf997bd3a54627',
    ],
  ])('starts at the checkpoint of $name', (network, { genesis: first }, height, hash) => {
    const state = emptyState()
    const { head } = BitcoinChain.open(bridgeCall({ network, state }))
    expect([head.height, toHexDigits(head.header.hash)]).toEqual([height, hash])
    expect(storedCell(state, first.header.hash)).toHaveLength(96)
  })
})

describe('adding headers', () => {
  const main = mineBranch(genesis.header, 4)

  it('extends the chain', () => {
    const { chain } = chainWith(main)
    expect(chain.head).toEqual({ header: main[3], height: 4, work: 10n })
    expect(chain.blockAt(2)?.header).toEqual(main[1])
    expect(chain.blockAtDepth(4)).toEqual(genesis)
    expect(chain.parent(chain.head)?.header).toEqual(main[2])
  })

  it('does not change the chain for a known block', () => {
    const { chain } = chainWith(main)
    expect(chain.add(main[0]!)).toBe(true)
    expect(chain.head.height).toBe(4)
  })

  it('returns false for a header with an unknown parent', () => {
    const { chain } = chainWith(main.slice(0, 1))
    expect(chain.add(main[2]!)).toBe(false)
    expect(chain.block(main[2]!.hash)).toBeUndefined()
  })

  it('refuses a header that changes the target', () => {
    const { chain } = chainWith(main)
    const bytes = mine(main[3]!).bytes.slice()
    bytes[74] = 0x7e
    expect(() => chain.add(new BitcoinHeader(bytes))).toThrow(DecodeError)
  })

  it('moves the head and the index by height once a branch has more work', () => {
    const branch = mineBranch(main[1]!, 3, 7)
    const { chain } = chainWith([...main, ...branch.slice(0, 2)])
    expect(chain.head.header).toEqual(main[3])
    expect(chain.add(branch[2]!)).toBe(true)
    expect(chain.head.header).toEqual(branch[2])
    expect([1, 2, 3, 4, 5].map((height) => chain.blockAt(height)?.header)).toEqual([
      ...main.slice(0, 2),
      ...branch,
    ])
  })
})

describe('the search for a block by its height', () => {
  // Regtest has an index from height 10 on; below that the search walks back up to 5 blocks.
  const { chain } = chainWith(mineBranch(genesis.header, 17))

  it('reaches down to the first height of the index', () => {
    expect(chain.blockAt(10)?.height).toBe(10)
    expect(() => chain.blockAt(9)).toThrow(DecodeError)
  })

  it('does not reach above the head', () => {
    expect(() => chain.blockAt(18)).toThrow(DecodeError)
  })
})
