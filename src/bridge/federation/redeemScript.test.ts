import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import { mainnet, regtest, testnet } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { mainnetBridge } from '../constants/mainnet.ts'
import { regtestBridge } from '../constants/regtest.ts'
import { testnetBridge } from '../constants/testnet.ts'
import { federationAddress, redeemScript } from './redeemScript.ts'

const onMainnet = (height: number) => ({ constants: mainnetBridge, rules: rulesAt(mainnet, height) })
const onTestnet = (height: number) => ({ constants: testnetBridge, rules: rulesAt(testnet, height) })
const onRegtest = { constants: regtestBridge, rules: rulesAt(regtest, 1) }

describe('the genesis federations', () => {
  it('have their published addresses', () => {
    expect(federationAddress(mainnetBridge.genesisFederation, onMainnet(1))).toBe(
      '39AHNvUmzaYgewA8yCtBtNsfRz7QD7ZJYi',
    )
    expect(federationAddress(testnetBridge.genesisFederation, onTestnet(1))).toBe(
      '2N1N5mdHWmRUfv49f7GnUeFfuyLcBQK7hj2',
    )
    expect(federationAddress(regtestBridge.genesisFederation, onRegtest)).toBe(
      '2MvQSG61B4LtKLECeo1dRDeDWXgJfnr3fC7',
    )
  })

  it('require 8 of 15 signatures on mainnet', () => {
    const script = redeemScript(mainnetBridge.genesisFederation, onMainnet(1))
    expect(script).toHaveLength(513)
    expect(toHexDigits(script.subarray(0, 1))).toBe('58')
    expect(toHexDigits(script.subarray(-2))).toBe('5fae')
  })

  it('have emergency keys after 500 blocks on regtest', () => {
    const script = toHexDigits(redeemScript(regtestBridge.genesisFederation, onRegtest))
    expect(script).toHaveLength(2 * 252)
    expect(script).toMatch(/^64522102cd53.*53ae6702f401b2755321029cec.*54ae68$/)
  })
})

describe('a federation with emergency keys in the first form (RSKIP201)', () => {
  const federation = { ...mainnetBridge.genesisFederation, format: 'non-standard-erp' } as const

  it('shares one OP_CHECKMULTISIG between both branches', () => {
    const script = toHexDigits(redeemScript(federation, onMainnet(4_598_500)))
    expect(script).toMatch(/^6458210[23].*5f670350cd00b27553210[23].*5468ae$/)
  })

  it('has its waiting time in the wrong byte order until RSKIP293', () => {
    const script = toHexDigits(redeemScript(federation, onMainnet(4_598_499)))
    expect(script).toMatch(/^64.*6702cd50b275.*68ae$/)
  })

  it('has the same script for all members on testnet until RSKIP284', () => {
    const first = { ...testnetBridge.genesisFederation, format: 'non-standard-erp' } as const
    const other = { ...first, members: first.members.slice(1) }
    expect(redeemScript(first, onTestnet(2_581_799))).toEqual(redeemScript(other, onTestnet(2_581_799)))
    expect(redeemScript(first, onTestnet(2_581_800))).not.toEqual(redeemScript(other, onTestnet(2_581_800)))
    expect(toHexDigits(redeemScript(first, onTestnet(2_581_799)))).toContain('670300cd50b275')
    expect(toHexDigits(redeemScript(first, onTestnet(2_581_800)))).toContain('6702cd50b275')
  })
})

describe('a federation with emergency keys in the second form (RSKIP353)', () => {
  it('has the script of its segwit successor and another address', () => {
    const segregated = regtestBridge.genesisFederation
    const plain = { ...segregated, format: 'p2sh-erp' } as const
    expect(redeemScript(plain, onRegtest)).toEqual(redeemScript(segregated, onRegtest))
    expect(federationAddress(plain, onRegtest)).not.toBe(federationAddress(segregated, onRegtest))
  })
})
