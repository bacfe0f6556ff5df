import { describe, expect, it } from 'vitest'
import { encodeSignature } from '../../bitcoin/keys/signature.ts'
import { signer } from '../../bitcoin/keys/signer.cases.ts'
import { multisigScript, op, opcode, push } from '../../bitcoin/scripts/script.ts'
import { ScriptError } from '../../bitcoin/scripts/scriptChunks.ts'
import { type BitcoinTransaction, unsignedInput } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { legacySignatureHash } from '../../bitcoin/transactions/signatureHash.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { mainnet, testnet } from '../../protocol/networks/definitions.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import { bridgeCall, person } from '../bridgeWorld.cases.ts'
import { lastRetiredScript, newFederation, oldFederation } from '../cells/federations.ts'
import { fundTransactionId } from '../cells/validation.ts'
import { regtestBridge } from '../constants/regtest.ts'
import { testnetBridge } from '../constants/testnet.ts'
import { singleKeyMember, sortedMembers } from '../federation/member.ts'
import type { PegFederation } from '../federation/pegFederation.ts'
import { paymentScript, redeemScript } from '../federation/redeemScript.ts'
import { paymentFrom } from '../pegScenario.cases.ts'
import { classify } from './classification.ts'
import { peginCoins } from './coins.ts'

const signers = ['p', 'q', 'r'].map(signer)
const next: PegFederation = {
  format: 'standard',
  creationBlock: 100,
  creationTimeMillis: 1,
  members: sortedMembers(signers.map(({ key }) => singleKeyMember(key))),
}
const first: PegFederation = { ...regtestBridge.genesisFederation, format: 'standard' }
const firstSigners = [1, 2, 3].map((number) => signer(`federator${number}`))

const rulesBefore379 = rulesAt(mainnet, 6_223_699)

/** Both federations are live, or only the new one while the script of the old one is stored. */
function world(rules: Rules = rulesBefore379, isRetired = false) {
  const bridge = bridgeCall({ rules, height: 100_000 })
  bridge.cells.set(newFederation, next)
  if (!isRetired) bridge.cells.set(oldFederation, first)
  else bridge.cells.set(lastRetiredScript, paymentScript(first, bridge))
  return bridge
}
type World = ReturnType<typeof world>

const pays = (bridge: World, federation: PegFederation, value = 1_000_000n) => ({
  value,
  script: paymentScript(federation, bridge),
})

const kindOf = (bridge: World, transaction: BitcoinTransaction, height = 1) =>
  classify(bridge, transaction, peginCoins(bridge, transaction), height)

const elsewhere = { value: 5n, script: fromHex('51') }

/** Spends from a script with two signatures. */
function spending(
  script: Uint8Array,
  by: readonly ReturnType<typeof signer>[],
  outputs: BitcoinTransaction['outputs'],
): BitcoinTransaction {
  const bare = unsignedInput({ transactionId: new Uint8Array(32).fill(1), outputIndex: 0 })
  const transaction = { version: 1, inputs: [bare], outputs, lockTime: 0 }
  const hash = legacySignatureHash(transaction, 0, script)
  const inOrder = [...by].sort((a, b) => Buffer.compare(a.key, b.key)).slice(0, 2)
  const items = [emptyBytes, ...inOrder.map(({ sign }) => encodeSignature(sign(hash))), script]
  return { ...transaction, inputs: [{ ...bare, script: concatBytes(...items.map(push)) }] }
}

describe('a transaction in an old Bitcoin block', () => {
  const alice = person('alice')

  it('is a peg-in when it pays a federation enough', () => {
    const bridge = world()
    for (const federation of [first, next]) {
      expect(kindOf(bridge, paymentFrom(alice, [pays(bridge, federation)]))).toBe('peg-in')
    }
  })

  it('must pay each federation the minimum from RSKIP293 on, before that both together', () => {
    const kindWith = (rules: Rules) => {
      const bridge = world(rules)
      const outputs = [pays(bridge, next, 499_999n), pays(bridge, first, 5_000_000n)]
      return kindOf(bridge, paymentFrom(alice, outputs))
    }
    expect(kindWith(rulesBefore379)).toBe('unknown')
    expect(kindWith({ ...rulesBefore379, rskip293: false })).toBe('peg-in')
  })

  it('that pays too little is unknown', () => {
    const bridge = world()
    expect(kindOf(bridge, paymentFrom(alice, [pays(bridge, next, 499_999n)]))).toBe('unknown')
  })

  it('that pays no federation is a peg-in of zero from RSKIP293 on', () => {
    const nothing = paymentFrom(alice, [elsewhere])
    expect(kindOf(world(rulesAt(mainnet, 4_598_499)), nothing)).toBe('unknown')
    expect(kindOf(world(rulesAt(mainnet, 4_598_500)), nothing)).toBe('peg-in')
  })

  it('that pays enough in small outputs is a peg-in until RSKIP293', () => {
    for (const [height, kind] of [
      [4_598_499, 'peg-in'],
      [4_598_500, 'unknown'],
    ] as const) {
      const bridge = world(rulesAt(mainnet, height))
      const parts = [pays(bridge, next, 300_000n), pays(bridge, next, 300_000n)]
      expect(kindOf(bridge, paymentFrom(alice, parts))).toBe(kind)
    }
  })

  it.each([2_392_700, 3_614_800, 6_223_699])(
    'is a migration when the retiring federation pays (%i)',
    (height) => {
      const bridge = world(rulesAt(mainnet, height))
      const migration = spending(redeemScript(first, bridge), firstSigners, [pays(bridge, next)])
      expect(kindOf(bridge, migration)).toBe('federation-payment')
    },
  )

  it('is a migration when the retired federation pays, whose script is stored from RSKIP186 on', () => {
    for (const [height, kind] of [
      [3_614_799, 'peg-in'],
      [3_614_800, 'federation-payment'],
    ] as const) {
      const bridge = world(rulesAt(mainnet, height), true)
      const late = spending(redeemScript(first, bridge), firstSigners, [pays(bridge, next)])
      expect(kindOf(bridge, late)).toBe(kind)
    }
  })

  it('is a peg-out when a federation pays other receivers', () => {
    const bridge = world()
    const pegout = spending(redeemScript(next, bridge), signers, [elsewhere])
    expect(kindOf(bridge, pegout)).toBe('federation-payment')
  })

  it('is a federation payment when the federation’s script is part of a spent script, from RSKIP201 on', () => {
    const emergency = concatBytes(
      op(opcode.notIf),
      redeemScript(next, world()),
      op(opcode.else),
      push(fromHex('50cd00')),
      op(opcode.checkSequenceVerify, opcode.drop),
      multisigScript(1, [signer('thief').key]),
      op(opcode.endIf),
    )
    for (const [height, kind] of [
      [3_614_799, 'peg-in'],
      [3_614_800, 'federation-payment'],
    ] as const) {
      const bridge = world(rulesAt(mainnet, height))
      expect(kindOf(bridge, spending(emergency, signers, [pays(bridge, next)]))).toBe(kind)
    }
  })
})

describe('a transaction while testnet has its fixed script with emergency keys', () => {
  const fixed: PegFederation = { ...testnetBridge.genesisFederation, format: 'non-standard-erp' }
  const others = ['x', 'y', 'z'].map(signer)
  const otherScript = multisigScript(
    2,
    others.map(({ key }) => key),
  )
  const outside = spending(otherScript, others, [elsewhere])

  function testnetWorld(height: number, place: 'active' | 'retiring') {
    const bridge = bridgeCall({ network: testnet, height })
    const { creationBlock } = next
    bridge.cells.set(newFederation, place === 'active' ? { ...fixed, creationBlock } : next)
    if (place === 'retiring') bridge.cells.set(oldFederation, fixed)
    return bridge
  }

  it.each(['active', 'retiring'] as const)('fails unless it is a peg-in, with the script %s', (place) => {
    const bridge = testnetWorld(2_581_799, place)
    expect(() => kindOf(bridge, outside)).toThrow(ScriptError)
    const pegin = paymentFrom(person('payer'), [pays(bridge, place === 'active' ? fixed : next, 10_000_000n)])
    expect(kindOf(bridge, pegin)).toBe('peg-in')
  })

  it.each(['active', 'retiring'] as const)('is unknown from RSKIP284 on, with the script %s', (place) => {
    expect(kindOf(testnetWorld(2_581_800, place), outside)).toBe('unknown')
  })
})

describe('a transaction in a newer Bitcoin block', () => {
  const rules = rulesAt(mainnet, 6_223_700)
  const indexed = 350

  it('is classified by the index of peg-outs (RSKIP379)', () => {
    const bridge = world(rules)
    const own = spending(redeemScript(next, bridge), signers, [pays(bridge, next)])
    expect(kindOf(bridge, own, indexed - 1)).toBe('federation-payment')
    expect(kindOf(bridge, own, indexed)).toBe('peg-in')
    expect(kindOf(world(rulesBefore379), own, indexed)).toBe('federation-payment')
  })

  it('is a peg-in for any amount, and unknown when it pays no federation', () => {
    const bridge = world(rules)
    expect(kindOf(bridge, paymentFrom(person('alice'), [pays(bridge, next, 1n)]), indexed)).toBe('peg-in')
    const nothing = paymentFrom(person('alice'), [{ value: 5n, script: fromHex('51') }])
    expect(kindOf(bridge, nothing, indexed)).toBe('unknown')
  })

  it('cannot be classified when its inputs do not parse', () => {
    const bridge = world(rules)
    const broken = paymentFrom(person('alice'), [pays(bridge, next)])
    const transaction = { ...broken, inputs: [{ ...broken.inputs[0]!, script: fromHex('4c') }] }
    expect(() => kindOf(bridge, transaction, indexed)).toThrow('cut off')
    expect(() => kindOf(bridge, transaction, 1)).toThrow('cut off')
  })

  it('cannot be classified during a validation if a key parses as a script, until RSKIP305', () => {
    // The bytes of a key may parse as opcodes, here OP_1 and many times OP_NOP.
    const keyLike = concatBytes(fromHex('51'), new Uint8Array(32).fill(0x61))
    const pubkeyScript = concatBytes(push(signer('a').key), op(opcode.checkSignature))
    const showing = (bridge: World, script: Uint8Array): BitcoinTransaction => {
      const payment = paymentFrom(person('alice'), [pays(bridge, next)])
      return { ...payment, inputs: [{ ...payment.inputs[0]!, script: push(script) }] }
    }
    for (const [height, isTold] of [
      [8_052_199, false],
      [8_052_200, true],
    ] as const) {
      const bridge = world(rulesAt(mainnet, height))
      const kind = (script: Uint8Array) => kindOf(bridge, showing(bridge, script), indexed)
      expect(kind(keyLike)).toBe('peg-in')
      bridge.cells.set(fundTransactionId, new Uint8Array(32))
      if (isTold) expect(kind(keyLike)).toBe('peg-in')
      else expect(() => kind(keyLike)).toThrow('number of signatures')
      expect(kind(pubkeyScript)).toBe('peg-in')
      expect(kind(fromHex('4c'))).toBe('peg-in')
    }
  })
})
