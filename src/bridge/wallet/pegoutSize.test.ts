import { describe, expect, it } from 'vitest'
import { mainnet, regtest } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { mainnetBridge } from '../constants/mainnet.ts'
import { regtestBridge } from '../constants/regtest.ts'
import { pegoutSize } from './pegoutSize.ts'

const usual = { inputs: 2, outputs: 2 }
const onMainnet = (height: number) => ({ constants: mainnetBridge, rules: rulesAt(mainnet, height) })
const onRegtest = { constants: regtestBridge, rules: rulesAt(regtest, 1) }

describe('the estimated size of a peg-out', () => {
  it('is 344 bytes for two inputs and outputs of regtest’s first federation', () => {
    expect(pegoutSize(regtestBridge.genesisFederation, usual, onRegtest)).toBe(344)
  })

  it('changes with RSKIP271 for mainnet’s first federation', () => {
    const federation = mainnetBridge.genesisFederation
    // 8 signatures of 72 bytes and a redeem script of 513 in each input.
    expect(pegoutSize(federation, usual, onMainnet(4_598_499))).toBe(4 + 2 * (576 + 513 + 41) + 2 * 35)
    expect(pegoutSize(federation, usual, onMainnet(4_598_500))).toBe(10 + 2 * (43 + 513) + 2 * 32 + 2 * 576)
  })
})
