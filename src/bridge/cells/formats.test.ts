import { describe, expect, it } from 'vitest'
import { cellKey } from '../../native/cellKey.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { mainnet, regtest } from '../../protocol/networks/definitions.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import { contextOf, storedCell } from '../bridgeWorld.cases.ts'
import { cellStore } from '../context/bridgeContext.ts'
import { singleKeyMember } from '../federation/member.ts'
import { blockAtHeight, coinbaseWitnessRoot, lastHeaderTime } from './bitcoinChain.ts'
import { type BridgeCell, hashedKey } from './cell.ts'
import {
  federationElection,
  lastRetiredScript,
  newFederation,
  oldFederation,
  pendingFederation,
} from './federations.ts'
import { feePerKb, feePerKbElection, lockingCap } from './governance.ts'
import { flyoverFederation, flyoverUse, processedHeight, processedTransactions } from './pegin.ts'
import {
  nextPegoutHeight,
  outpointValues,
  pegoutIndex,
  releaseRequests,
  unconfirmedPegouts,
  unsignedPegouts,
} from './pegouts.ts'
import {
  baseEvent,
  unionBridgeAddress,
  unionBridgeRequestEnabled,
  unionBridgeTransferred,
} from './unionBridge.ts'
import { newFederationUtxos } from './utxos.ts'
import { fundTransactionId, spendWaitingForSignatures } from './validation.ts'
import { neverDisabled, whitelist } from './whitelist.ts'

/* The key and the bytes of every cell as the reference node writes them. */

const h = (digits: string, count: number): Uint8Array => fromHex(digits.repeat(count))
const hash = (byte: string): string => `a0${byte.repeat(32)}`
const hash160 = (byte: string): string => `94${byte.repeat(20)}`

/** The content of cells after a value is written. */
function written<Value>(
  cell: BridgeCell<Value>,
  value: Value,
  keys: readonly Uint8Array[],
  rules: Rules = rulesAt(regtest, 1),
): readonly string[] {
  const state = emptyState()
  cell.write(cellStore(contextOf({ state, rules })), value)
  return keys.map((key) => toHexDigits(storedCell(state, key)))
}

/** A value in one cell with its own name. */
const content = <Value>(cell: BridgeCell<Value>, value: Value, key = cellKey(cell.name)): string =>
  written(cell, value, [key])[0]!

describe('numbers and single values', () => {
  it.each([
    ['the fee', content(feePerKb, 100_000n), '830186a0'],
    ['the locking cap', content(lockingCap, 30_000_000_000n), '8506fc23ac00'],
    ['the height of the next peg-out', content(nextPegoutHeight, 0), '80'],
    ['the last header', content(lastHeaderTime, 1_700_000_000), '846553f100'],
    [
      'the script of the retired federation',
      content(lastRetiredScript, h('aa', 23)),
      `d897${'aa'.repeat(23)}`,
    ],
    ['the id of a validation transaction', content(fundTransactionId, h('07', 32)), hash('07')],
  ])('%s', (_what, bytes, expected) => {
    expect(bytes).toBe(expected)
  })
})

describe('values with an identifier in their key', () => {
  const id = h('0b', 32)
  const name = toHexDigits(id)
  it.each([
    ['a height', content(blockAtHeight(17), id, hashedKey('btcBlockHeight-17')), hash('0b')],
    ['a processed transaction', content(processedHeight(name), 5, hashedKey(`btcTxHashAP-${name}`)), '05'],
    [
      'the witnesses of a block',
      content(coinbaseWitnessRoot(id), h('0c', 32), hashedKey(`coinbaseInformation-${name}`)),
      `e1${hash('0c')}`,
    ],
    [
      'a fast peg-in',
      content(flyoverUse(id, id), h('01', 1), hashedKey(`fastBridgeHashUsedInBtcTx-${name}${name}`)),
      '01',
    ],
    [
      'the terms of a fast peg-in',
      content(
        flyoverFederation(h('0d', 20)),
        { derivationHash: id, federationHash: h('0e', 20) },
        hashedKey(`fastBridgeFederationInformation-${'0d'.repeat(20)}`),
      ),
      `f6${hash('0b')}${hash160('0e')}`,
    ],
    ['a peg-out', content(pegoutIndex(id), h('01', 1), hashedKey(`pegoutTxSigHash-${name}`)), '01'],
    [
      'values of inputs',
      content(outpointValues(id), [1n, 0xfdn, 0x10000n], hashedKey(`releasesOutpointsValues-${name}`)),
      '01fdfd00fe00000100',
    ],
  ])('%s', (_what, bytes, expected) => {
    expect(bytes).toBe(expected)
  })
})

describe('lists', () => {
  it('of coins contain value, script with its length, transaction id in printed order, index, height 0 and coinbase flag', () => {
    const coin = {
      value: 0x0102n,
      script: h('aa', 2),
      transactionId: h('0b', 32),
      outputIndex: 3,
      isCoinbase: true,
    }
    const item = `020100000000000002000000aaaa${'0b'.repeat(32)}030000000000000001`
    expect(content(newFederationUtxos, [coin])).toBe(`f838b7${item}`)
  })

  it('of requests are in two cells, one for those with and one for those without a hash', () => {
    const request = { destination: h('0c', 20), amount: 5n, transactionHash: undefined }
    const hashed = { destination: h('0d', 20), amount: 6n, transactionHash: h('0e', 32) }
    const keys = [cellKey('releaseRequestQueue'), cellKey('releaseRequestQueueWithTxHash')]
    expect(written(releaseRequests, [hashed, request], keys)).toEqual([
      `d6${hash160('0c')}05`,
      `f7${hash160('0d')}06${hash('0e')}`,
    ])
    expect(written(releaseRequests, [], keys)).toEqual(['c0', 'c0'])
    const old = rulesAt(mainnet, 2_392_699)
    expect(written(releaseRequests, [request], keys, old)).toEqual([`d6${hash160('0c')}05`, ''])
  })

  it('of unconfirmed peg-outs are sorted by their bytes', () => {
    const pegout = (byte: string) => ({
      transaction: h(byte, 1),
      blockNumber: 9,
      transactionHash: h('0e', 32),
    })
    const keys = [cellKey('releaseTransactionSet'), cellKey('releaseTransactionSetWithTxHash')]
    expect(written(unconfirmedPegouts, [pegout('7f'), pegout('01')], keys)).toEqual([
      'c0',
      `f8460109${hash('0e')}7f09${hash('0e')}`,
    ])
  })

  it('of peg-outs to sign and of processed transactions are sorted by the end of their hashes', () => {
    const [early, late] = [concatBytes(h('ff', 31), h('01', 1)), concatBytes(h('00', 31), h('02', 1))]
    const list = `a0${toHexDigits(early)}05a0${toHexDigits(late)}05`
    const pegouts = [late, early].map((transactionHash) => ({ transactionHash, transaction: h('05', 1) }))
    expect(content(unsignedPegouts, pegouts)).toBe(`f844${list}`)
    const processed = [late, early].map((transactionId) => ({ transactionId, blockNumber: 5 }))
    expect(content(processedTransactions, processed)).toBe(`f844${list}`)
  })

  it('of the validation contain hash and transaction', () => {
    const value = { transactionHash: h('0e', 32), transaction: h('aa', 3) }
    expect(content(spendWaitingForSignatures, value)).toBe(`e5${hash('0e')}83aaaaaa`)
  })
})

describe('the whitelist', () => {
  const keys = [cellKey('lockWhitelist'), cellKey('unlimitedLockWhitelist')]

  it('without entries contains only the maximum height', () => {
    expect(written(whitelist, { entries: [], disableHeight: neverDisabled }, keys)).toEqual([
      'c5847fffffff',
      'c0',
    ])
  })

  it('has two cells, the second from RSKIP87 on', () => {
    const entries = [
      { hash: h('01', 20), maximum: undefined },
      { hash: h('02', 20), maximum: 7n },
    ]
    const list = { entries, disableHeight: 300 }
    expect(written(whitelist, list, keys)).toEqual([`d9${hash160('02')}0782012c`, `d5${hash160('01')}`])
    expect(written(whitelist, list, keys, rulesAt(mainnet, 728_999))).toEqual([
      `d9${hash160('02')}0782012c`,
      '',
    ])
  })
})

describe('elections', () => {
  it('sort proposals by signed bytes, and voters by unsigned ones', () => {
    const vote = (key: string, ...voters: string[]) => ({
      proposal: { functionName: 'add', args: [fromHex(key)] },
      voters: voters.map((byte) => h(byte, 20)),
    })
    // The order in the third vote of 2020 on mainnet; b6 is negative.
    const election = [vote('0325', '01'), vote('0372', '01'), vote('03b6', 'ff', '01')]
    const ballot = (key: string, ...voters: string[]): string =>
      `c883616464c382${key}${voters.length === 1 ? 'd5' : 'ea'}${voters.map(hash160).join('')}`
    const items = [ballot('03b6', '01', 'ff'), ballot('0325', '01'), ballot('0372', '01')].join('')
    expect(content(federationElection, election)).toBe(`f8${(items.length / 2).toString(16)}${items}`)
  })

  it('on the fee contain it in RLP', () => {
    const proposal = { functionName: 'setFeePerKb', args: [fromHex('830186a0')] }
    const bytes = content(feePerKbElection, [{ proposal, voters: [h('01', 20)] }])
    expect(bytes).toBe(`e9d28b${toHexDigits(Buffer.from('setFeePerKb'))}c584830186a0d5${hash160('01')}`)
  })
})

describe('federations', () => {
  const key = concatBytes(h('02', 1), h('0a', 32))
  const text = `a1${toHexDigits(key)}`
  const federation = {
    creationTimeMillis: 5,
    creationBlock: 300,
    members: [singleKeyMember(key)],
    format: 'p2sh-p2wsh-erp',
  } as const
  const before123 = rulesAt(mainnet, 1_590_999)
  const keysOf = (name: string) => [cellKey(name), cellKey(`${name}FormatVersion`)]

  it('have members of three keys in a string, and a version, from RSKIP123 on', () => {
    const member = `b868f866${text.repeat(3)}`
    expect(written(newFederation, federation, keysOf('newFederation'))).toEqual([
      `f8700582012cf86a${member}`,
      '820fa0',
    ])
    expect(written(newFederation, federation, keysOf('newFederation'), before123)).toEqual([
      `e70582012ce2${text}`,
      '',
    ])
  })

  it('that are pending have members of three keys without a string around them', () => {
    const keys = keysOf('pendingFederation')
    expect(written(pendingFederation, federation.members, keys)).toEqual([
      `f868f866${text.repeat(3)}`,
      '8203e8',
    ])
    expect(written(pendingFederation, [], keys)).toEqual(['c0', '8203e8'])
    expect(written(pendingFederation, undefined, keys)).toEqual(['', '8203e8'])
    expect(written(pendingFederation, federation.members, keys, before123)).toEqual([`e2${text}`, ''])
  })

  it('that are removed leave the oldest version in their version cell', () => {
    expect(written(oldFederation, undefined, keysOf('oldFederation'))).toEqual(['', '8203e8'])
  })
})

describe('the union bridge', () => {
  it.each([
    [
      '4962cec0',
      unionBridgeAddress.name,
      content(unionBridgeAddress, h('0a', 20), hashedKey(unionBridgeAddress.name)),
      hash160('0a'),
    ],
    [
      '59a1f22d',
      unionBridgeTransferred.name,
      content(unionBridgeTransferred, 256n, hashedKey(unionBridgeTransferred.name)),
      '820100',
    ],
    [
      '5ffd73ce',
      unionBridgeRequestEnabled.name,
      content(unionBridgeRequestEnabled, false, hashedKey(unionBridgeRequestEnabled.name)),
      '80',
    ],
    ['23c0c4f8', baseEvent.name, content(baseEvent, h('ab', 3), hashedKey(baseEvent.name)), 'ababab'],
  ])('has a cell at %s…: %s', (keyStart, name, bytes, expected) => {
    expect(toHexDigits(hashedKey(name)).slice(0, 8)).toBe(keyStart)
    expect(bytes).toBe(expected)
  })
})
