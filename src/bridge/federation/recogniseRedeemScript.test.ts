import { describe, expect, it } from 'vitest'
import { ScriptError } from '../../bitcoin/scripts/scriptChunks.ts'
import { concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { mainnet, regtest, testnet } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { constantsOf } from '../constants/constantsOf.ts'
import { bitcoinKeys, type FederationFormat, formatVersions } from './pegFederation.ts'
import { isMultisig, recogniseRedeemScript, standardRedeemScript } from './recogniseRedeemScript.ts'
import { defaultRedeemScript, flyoverRedeemScript, redeemScript } from './redeemScript.ts'

const contextAt = (network: Network, height: number) => ({
  constants: constantsOf(network),
  rules: rulesAt(network, height),
})

const key = '21'.padEnd(68, '02')
const keys = (count: number): string => key.repeat(count)
const multisig = (required: string, count: string, given: number): string =>
  `${required}${keys(given)}${count}ae`

describe('the redeem scripts of federations', () => {
  const formats = Object.keys(formatVersions) as FederationFormat[]
  const contexts = [
    contextAt(regtest, 1),
    contextAt(mainnet, 3_700_000),
    contextAt(mainnet, 5_000_000),
    contextAt(testnet, 3_200_000),
  ]

  it.each(formats)('are recognised in the format %s, even with the hash of a fast peg-in', (format) => {
    for (const context of contexts) {
      const federation = { ...context.constants.genesisFederation, format }
      const script = redeemScript(federation, context)
      for (const shown of [script, flyoverRedeemScript(new Uint8Array(32).fill(9), script)]) {
        const { required, keys: found, standard, hasEmergencyKeys } = recogniseRedeemScript(shown)
        expect(required).toBe(Math.floor(federation.members.length / 2) + 1)
        expect(found).toEqual(bitcoinKeys(federation))
        expect(standard).toEqual(defaultRedeemScript(federation, context))
        expect(hasEmergencyKeys).toBe(format !== 'standard')
      }
    }
  })

  it('include the script of testnet that cannot be spent', () => {
    const context = contextAt(testnet, 2_500_000)
    const federation = { ...context.constants.genesisFederation, format: 'non-standard-erp' as const }
    const script = redeemScript(federation, context)
    expect(recogniseRedeemScript(script).required).toBe(-1)
    expect(isMultisig(script)).toBe(false)
  })
})

describe('a script', () => {
  it.each([
    ['with 16 keys, whose number is pushed', multisig('58', '0110', 16)],
    ['with other numbers of keys', multisig('51', '52', 2)],
    ['with OP_CHECKMULTISIGVERIFY', `51${keys(1)}51af`],
  ])('%s is a multisignature', (_what, script) => {
    expect(isMultisig(fromHex(script))).toBe(true)
  })

  it.each([
    ['too short', `51${keys(1)}51`],
    ['of another count', multisig('51', '53', 2)],
    ['with a negative number', multisig('51', '0182', 2)],
    ['with a number in too many bytes', multisig('51', '020200', 2)],
    ['with an opcode among the keys', `51${keys(1)}ac52ae`],
    ['that pays to a key', `76a914${'11'.repeat(20)}88ac`],
    ['cut off', '4c'],
  ])('%s is not a multisignature', (_what, script) => {
    expect(isMultisig(fromHex(script))).toBe(false)
    expect(() => recogniseRedeemScript(fromHex(script))).toThrow(ScriptError)
  })

  it.each([
    ['OP_0 for the number of signatures', multisig('00', '52', 2)],
    ['a pushed zero for the number of keys', multisig('51', '0100', 2)],
    ['no emergency keys behind OP_ELSE', `64${keys(2)}67ae68`],
  ])('with %s makes the method fail', (_what, script) => {
    expect(() => isMultisig(fromHex(script))).toThrow(DecodeError)
  })

  it('behind a thousand nested hashes is recognised', () => {
    const prefix = fromHex(`20${'77'.repeat(32)}75`)
    const nested = concatBytes(...new Array<Uint8Array>(1000).fill(prefix), fromHex(multisig('51', '52', 2)))
    expect(recogniseRedeemScript(nested).required).toBe(1)
  })

  it('with a key in the longest form of push cannot be rebuilt', () => {
    const long = `4e09020000${'02'.repeat(521)}`
    const script = fromHex(`51${long}${key}52ae`)
    expect(isMultisig(script)).toBe(true)
    expect(() => standardRedeemScript(script)).toThrow(DecodeError)
  })
})
