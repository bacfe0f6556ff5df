import { Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { mainnetParameters, testnetParameters } from '../../src/bitcoin/blocks/networkParameters.ts'
import { decodeStrictSignature } from '../../src/bitcoin/keys/signature.ts'
import { addressText } from '../../src/bitcoin/scripts/address.ts'
import {
  type BitcoinTransaction,
  decodeTransaction,
  encodeTransaction,
  transactionIdOf,
} from '../../src/bitcoin/transactions/bitcoinTransaction.ts'
import { legacySignatureHash } from '../../src/bitcoin/transactions/signatureHash.ts'
import { decodeValidTransaction, isCoinbase } from '../../src/bitcoin/transactions/transactionRules.ts'
import { bridgeCall } from '../../src/bridge/bridgeWorld.cases.ts'
import { newFederation, oldFederation } from '../../src/bridge/cells/federations.ts'
import { newFederationUtxos, oldFederationUtxos } from '../../src/bridge/cells/utxos.ts'
import { mainnetBridge } from '../../src/bridge/constants/mainnet.ts'
import { singleKeyMember, sortedMembers } from '../../src/bridge/federation/member.ts'
import type { PegFederation } from '../../src/bridge/federation/pegFederation.ts'
import { recogniseRedeemScript } from '../../src/bridge/federation/recogniseRedeemScript.ts'
import { federationAddress, redeemScript } from '../../src/bridge/federation/redeemScript.ts'
import { redeemScriptOf, spendingItems } from '../../src/bridge/federation/spending.ts'
import { classify } from '../../src/bridge/pegin/classification.ts'
import { peginCoins } from '../../src/bridge/pegin/coins.ts'
import { processPegin } from '../../src/bridge/pegin/currentPegin.ts'
import { peginInstructions } from '../../src/bridge/pegin/instructions.ts'
import { peginPayment } from '../../src/bridge/pegin/pegin.ts'
import { peginSender } from '../../src/bridge/pegin/sender.ts'
import { verifySignature } from '../../src/crypto/secp256k1.ts'
import { emptyState } from '../../src/native/nativeWorld.cases.ts'
import { asAddress, concatBytes } from '../../src/primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../src/primitives/hex.ts'
import { wordBytes } from '../../src/primitives/integers.ts'
import { realFile } from '../../src/primitives/recordings.cases.ts'
import { bridgeAddress } from '../../src/protocol/addresses.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'

interface PublicTransaction {
  readonly txid: string
  readonly raw: string
}

const transactions: readonly PublicTransaction[] = JSON.parse(
  new TextDecoder().decode(realFile('bitcoin-transactions.json')),
)

/** The transaction whose id begins with these digits. */
function transactionOf(id: string): BitcoinTransaction {
  const found = transactions.filter(({ txid }) => txid.startsWith(id))
  if (found.length !== 1) throw new RangeError(`${found.length} transactions begin with ${id}`)
  return decodeTransaction(fromHex(found[0]!.raw))
}

describe('transactions of the Bitcoin networks', () => {
  it('encode to the bytes they were decoded from and have their known id', () => {
    expect(transactions).toHaveLength(19)
    for (const { txid, raw } of transactions) {
      const transaction = decodeTransaction(fromHex(raw))
      expect(toHexDigits(encodeTransaction(transaction))).toBe(raw)
      expect(toHexDigits(transactionIdOf(transaction))).toBe(txid)
    }
  })

  it('are valid, and are coinbases where they spend from no transaction', () => {
    for (const { raw } of transactions) decodeValidTransaction(fromHex(raw))
    const coinbases = transactions.filter(({ raw }) => isCoinbase(decodeTransaction(fromHex(raw))))
    expect(coinbases.map(({ txid }) => txid.slice(0, 8))).toEqual([
      'ae0a6c77',
      '079e6803',
      '906341f9',
      'b6362fb1',
    ])
  })
})

describe('senders of public transactions', () => {
  it.each([
    ['1aea355c', mainnetParameters, 'public-key', '1HMUENHF9zhsjHakz5f2LLrPUKjdznKXdu'],
    ['529682fd', mainnetParameters, 'public-key', '12MXsCtte9onzqaHwN5VcnwZKGd7oDSsQq'],
    ['d3356587', mainnetParameters, 'public-key', '1EARSQjdxfr46MmAncZ8DzHDcKdj7J7wXz'],
    ['77a135b5', testnetParameters, 'public-key', 'n1v91DdSnhUG7XoBAbnz1NFijyiCHr2zXS'],
    ['2d3d0ac3', testnetParameters, 'multisig', '2MsS3TAz9QkkTAoM9uCzeqQakMozgHSY9qv'],
    ['05d0ce41', mainnetParameters, 'multisig', '3EDhHutH7XnsotnZaTfRr9CwnnGsNNrhCL'],
    ['00185323', mainnetParameters, 'multisig', '3DtHUDhv7RVJAjsbzbCXXBJFXziJcz5oA5'],
    ['1744459a', testnetParameters, 'witness-multisig', '2NCQHJJuG2iQjN2Be3QYXwWvFgS6AZ4MEkL'],
    ['a4d76b62', mainnetParameters, 'witness-multisig', '37dfcGJtPJjRUcPkPgqfstPB5umEea3rWZ'],
  ])('%s', (id, parameters, kind, address) => {
    const sender = peginSender(transactionOf(id))!
    expect([sender.kind, addressText(sender.address, parameters)]).toEqual([kind, address])
  })

  it('are undefined for a native witness program and for a coinbase', () => {
    expect(peginSender(transactionOf('aeb98f9a'))).toBeUndefined()
    expect(peginSender(transactionOf('b6362fb1'))).toBeUndefined()
  })
})

describe('instructions of public transactions', () => {
  const read = (id: string) => {
    const instructions = peginInstructions(transactionOf(id))
    if (typeof instructions !== 'object') return instructions
    const { destination, refundAddress } = instructions
    const refund = refundAddress && addressText(refundAddress, mainnetParameters)
    return [toHexDigits(destination), refund]
  }

  it('name an account and may name an address for refunds', () => {
    expect(read('1aea355c')).toEqual([
      '6afd53e774eddec304398b2388048d0436f87168',
      '1HMUENHF9zhsjHakz5f2LLrPUKjdznKXdu',
    ])
    expect(read('aeb98f9a')).toEqual(['a0df67b9589bd0527af41f66294a846da513e1f9', undefined])
    expect(read('2d3d0ac3')).toEqual(['62db6c4b118d7259c23692b162829e6bd5e4d5b0', undefined])
  })

  it('are malformed with a wrong length, and absent from other transactions', () => {
    expect(read('77a135b5')).toBe('malformed')
    for (const id of ['529682fd', 'd3356587', '99ff14d8']) expect(read(id)).toBeUndefined()
  })
})

/** The federation whose redeem script the first input of a transaction shows. */
function federationOf(id: string, format: PegFederation['format']): PegFederation {
  const { keys } = recogniseRedeemScript(redeemScriptOf(transactionOf(id).inputs[0]!)!)
  const members = sortedMembers(keys.map((key) => singleKeyMember(key)))
  return { format, members, creationBlock: 1, creationTimeMillis: 1 }
}

describe('federations of mainnet with nine members', () => {
  const rules = rulesAt(mainnet, 6_000_000)
  const context = { constants: mainnetBridge, rules }
  const older = federationOf('7b7bc2cc', 'p2sh-erp')
  const newer = federationOf('99ff14d8', 'p2sh-erp')

  it('have the redeem script and the address that we build from their keys', () => {
    expect([older.members.length, newer.members.length]).toEqual([9, 9])
    expect(federationAddress(older, context)).toBe('35iEoWHfDfEXRQ5ZWM5F6eMsY2Uxrc64YK')
    expect(federationAddress(newer, context)).toBe('32Bhwee9FzQbuaG29RcXpdrvYnvZeMk11M')
    for (const [id, federation] of [
      ['7b7bc2cc', older],
      ['13716a5c', older],
      ['40923d0e', older],
      ['99ff14d8', newer],
    ] as const) {
      const expected = toHexDigits(redeemScript(federation, context))
      for (const input of transactionOf(id).inputs) {
        expect(toHexDigits(redeemScriptOf(input)!)).toBe(expected)
      }
    }
  })

  it.each(['7b7bc2cc', '13716a5c', '40923d0e', '99ff14d8'])(
    'sign %s with five keys in the order of the script',
    (id) => {
      const transaction = transactionOf(id)
      const other = Transaction.fromBuffer(encodeTransaction(transaction))
      for (const [index, input] of transaction.inputs.entries()) {
        const script = redeemScriptOf(input)!
        const hash = legacySignatureHash(transaction, index, script)
        expect(toHexDigits(hash)).toBe(toHexDigits(other.hashForSignature(index, script, 1)))
        const { keys, required } = recogniseRedeemScript(script)
        const signers = spendingItems(input)
          .slice(1, -1)
          .filter((item) => item.length > 0)
          .map((item) => {
            const { r, s } = decodeStrictSignature(item)!
            return keys.findIndex((key) =>
              verifySignature(hash, concatBytes(wordBytes(r), wordBytes(s)), key),
            )
          })
        expect(signers).toHaveLength(required)
        expect(signers).not.toContain(-1)
        expect(signers).toEqual([...signers].sort((a, b) => a - b))
      }
    },
  )

  /** A Bridge whose newer federation is active, and whose older one retires. */
  function world(height: number, federations: { active: PegFederation; retiring?: PegFederation }) {
    const state = emptyState()
    state.addBalance(bridgeAddress, 21_000_000n * 10n ** 18n)
    const bridge = bridgeCall({ network: mainnet, height, state })
    bridge.cells.set(newFederation, federations.active)
    if (federations.retiring) bridge.cells.set(oldFederation, federations.retiring)
    return { bridge, state }
  }

  it.each([
    ['7b7bc2cc', 'a peg-out of the older', 'federation-payment'],
    ['99ff14d8', 'a peg-out of the newer', 'federation-payment'],
    ['13716a5c', 'a migration of one coin', 'federation-payment'],
    ['40923d0e', 'a migration of 18 coins', 'federation-payment'],
    ['529682fd', 'a peg-in to the older', 'peg-in'],
    ['aeb98f9a', 'a peg-in to the newer', 'peg-in'],
  ])('recognise %s as %s', (id, _what, kind) => {
    // Both heights are before the index of peg-outs: the first by the rules, the second by Bitcoin's height.
    for (const height of [6_000_000, 7_000_000]) {
      const { bridge } = world(height, { active: newer, retiring: older })
      const transaction = transactionOf(id)
      const coins = peginCoins(bridge, transaction)
      expect(classify(bridge, transaction, coins, 800_000)).toBe(kind)
    }
  })

  it('regard a transaction between others as unknown from the index of peg-outs on', () => {
    const { bridge } = world(7_000_000, { active: newer, retiring: older })
    for (const id of ['05d0ce41', 'd3356587', 'b6362fb1']) {
      const transaction = transactionOf(id)
      expect(classify(bridge, transaction, peginCoins(bridge, transaction), 900_000)).toBe('unknown')
    }
  })

  it('credit a peg-in with instructions although its sender is unknown', () => {
    const { bridge, state } = world(7_000_000, { active: newer, retiring: older })
    const transaction = transactionOf('aeb98f9a')
    processPegin(bridge, peginPayment(transaction, peginCoins(bridge, transaction)))
    const account = asAddress(fromHex('a0df67b9589bd0527af41f66294a846da513e1f9'))
    expect(state.balance(account)).toBe(500_000n * 10n ** 10n)
    expect(bridge.cells.load(newFederationUtxos).map(({ value }) => value)).toEqual([500_000n])
    expect(bridge.cells.load(oldFederationUtxos)).toEqual([])
  })

  it('credit a peg-in to the retiring federation to the account of the sender’s key', () => {
    const { bridge, state } = world(7_000_000, { active: newer, retiring: older })
    const transaction = transactionOf('529682fd')
    processPegin(bridge, peginPayment(transaction, peginCoins(bridge, transaction)))
    const account = asAddress(fromHex('fcb5ae07d884c21311e224eab47226add17fb4f0'))
    expect(state.balance(account)).toBe(500_005n * 10n ** 10n)
    expect(bridge.cells.load(oldFederationUtxos).map(({ value }) => value)).toEqual([500_005n])
  })
})

describe('the redeem script of a4d76b62', () => {
  it('is recognised with 20 keys after the hash of a fast peg-in', () => {
    const script = redeemScriptOf(transactionOf('a4d76b62').inputs[0]!)!
    const { required, keys, hasEmergencyKeys } = recogniseRedeemScript(script)
    expect([required, keys.length, hasEmergencyKeys]).toEqual([11, 20, true])
    const prefix = `20${'01'.padEnd(64, '0')}75`
    expect(toHexDigits(script).startsWith(prefix)).toBe(true)
  })
})
