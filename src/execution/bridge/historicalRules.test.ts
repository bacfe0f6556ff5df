import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import { activationsOf, type RuleName } from '../../protocol/networks/activations.ts'
import { mainnet, regtest, testnet } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import { cellKey } from '../native/cellKey.ts'
import { emptyState } from '../native/nativeWorld.cases.ts'
import { bridgeCall, contextOf, storedCell } from './bridgeWorld.cases.ts'
import { cellStore } from './bridgeWorld.ts'
import { newFederationUtxos } from './cells/utxos.ts'
import { constantsOf } from './constants/constantsOf.ts'
import { newFormat } from './federation/commit.ts'
import { activationAge } from './federation/federations.ts'
import { paymentScript, redeemScript } from './federation/redeemScript.ts'
import { isWithinLockingCap } from './governance/lockingCap.ts'
import { minimumPegin } from './pegin/minimum.ts'
import { migrationPeriod } from './pegout/migration.ts'
import { transactionVersion } from './pegout/pegoutTransaction.ts'

/* What the Bridge decides by height, in the last block before a rule and in its first. */

interface Situation {
  readonly network: Network
  readonly rules: Rules
}

/** The answer one block below the activation and at it; regtest has every rule from the start. */
function around<Answer>(
  network: Network,
  rule: RuleName,
  ask: (situation: Situation) => Answer,
): readonly [Answer, Answer] {
  const height = activationsOf(network.name)[rule]
  const at = rulesAt(network, height)
  const below = network === regtest ? { ...at, [rule]: false } : rulesAt(network, height - 1)
  return [ask({ network, rules: below }), ask({ network, rules: at })]
}

const constantsAndRules = ({ network, rules }: Situation) => ({ constants: constantsOf(network), rules })
const networks = [mainnet, testnet, regtest]

describe('the format of new federations', () => {
  const format = ({ rules }: Situation) => newFormat(rules)

  it('changes with RSKIP201, RSKIP353 and RSKIP305 on the public networks', () => {
    for (const network of [mainnet, testnet]) {
      expect(around(network, 'rskip201', format)).toEqual(['standard', 'nonStandardErp'])
      expect(around(network, 'rskip353', format)).toEqual(['nonStandardErp', 'p2shErp'])
      expect(around(network, 'rskip305', format)).toEqual(['p2shErp', 'p2shP2wshErp'])
    }
  })

  it('is the newest on regtest', () => {
    expect(format({ network: regtest, rules: rulesAt(regtest, 0) })).toBe('p2shP2wshErp')
  })
})

describe('the waiting time in a script with emergency keys', () => {
  const script =
    (network: Network) =>
    ({ rules }: Situation) => {
      const constants = constantsOf(network)
      const federation = { ...constants.genesisFederation, format: 'nonStandardErp' as const }
      return toHexDigits(redeemScript(federation, { constants, rules }))
    }

  it('is big-endian before RSKIP293', () => {
    const [below, at] = around(mainnet, 'rskip293', script(mainnet))
    expect([below.includes('6702cd50b275'), at.includes('670350cd00b275')]).toEqual([true, true])
  })

  it('and all the rest was fixed on testnet before RSKIP284', () => {
    const [below, at] = around(testnet, 'rskip284', script(testnet))
    expect([below.includes('670300cd50b275'), at.includes('6702cd50b275')]).toEqual([true, true])
  })
})

describe('ages and amounts', () => {
  it.each([
    [mainnet, 'rskip383', 18_500, 40_320],
    [testnet, 'rskip383', 60, 120],
    [testnet, 'rskip419', 120, 2_400],
  ] as const)('of activation: $0.name, %s', (network, rule, before, after) => {
    const age = ({ rules }: Situation) => activationAge(constantsOf(network), rules)
    expect(around(network, rule, age)).toEqual([before, after])
  })

  it('of migration: longer between RSKIP357 and RSKIP374 on mainnet only', () => {
    const length = (situation: Situation) => {
      const { begin, end } = migrationPeriod(constantsAndRules(situation))
      return end - begin
    }
    expect(around(mainnet, 'rskip357', length)).toEqual([10_585, 172_800])
    expect(around(mainnet, 'rskip374', length)).toEqual([172_800, 10_585])
    expect(around(testnet, 'rskip357', length)).toEqual([840, 840])
    expect(around(regtest, 'rskip374', length)).toEqual([135, 135])
  })

  it('of peg-ins: half from RSKIP219 on', () => {
    for (const network of networks) {
      const minimum = (situation: Situation) => minimumPegin(constantsAndRules(situation))
      expect(around(network, 'rskip219', minimum)).toEqual([1_000_000n, 500_000n])
    }
  })

  it('of transactions: the second version from RSKIP201 on', () => {
    for (const network of networks) {
      expect(around(network, 'rskip201', ({ rules }) => transactionVersion(rules))).toEqual([1, 2])
    }
  })

  it('of the locking cap: none before RSKIP134', () => {
    for (const network of networks) {
      const fits = ({ rules }: Situation) => isWithinLockingCap(bridgeCall({ network, rules }), 1n)
      // An empty Bridge has everything outside.
      expect(around(network, 'rskip134', fits)).toEqual([true, false])
    }
  })
})

describe('the coins of the latest federation', () => {
  const cellNames = [
    'newFederationBtcUTXOs',
    'newFederationBtcUTXOsForTestnet',
    'newFedBtcUTXOsForTestnetPostHop',
  ]
  const cellIn = ({ network, rules }: Situation): string | undefined => {
    const state = emptyState()
    newFederationUtxos.write(cellStore(contextOf({ network, rules, state })), [])
    return cellNames.find((name) => storedCell(state, cellKey(name)).length > 0)
  }

  it('have another cell on testnet from RSKIP284 and from RSKIP293 on', () => {
    expect(around(testnet, 'rskip284', cellIn)).toEqual([cellNames[0], cellNames[1]])
    expect(around(testnet, 'rskip293', cellIn)).toEqual([cellNames[1], cellNames[2]])
  })

  it('stay in their cell elsewhere', () => {
    for (const network of [mainnet, regtest]) {
      expect(around(network, 'rskip284', cellIn)).toEqual([cellNames[0], cellNames[0]])
      expect(around(network, 'rskip293', cellIn)).toEqual([cellNames[0], cellNames[0]])
    }
  })
})

describe('payments to a federation', () => {
  it('pay to its script, or to the witness program of the newest format', () => {
    const situation = { network: regtest, rules: rulesAt(regtest, 1) }
    const context = constantsAndRules(situation)
    const { genesisFederation } = context.constants
    const legacy = paymentScript({ ...genesisFederation, format: 'p2shErp' }, context)
    const segwit = paymentScript(genesisFederation, context)
    expect(redeemScript({ ...genesisFederation, format: 'p2shErp' }, context)).toEqual(
      redeemScript(genesisFederation, context),
    )
    expect(legacy).not.toEqual(segwit)
  })
})
