import { describe, expect, it } from 'vitest'
import { cellKey } from '../native/cellKey.ts'
import { emptyState } from '../native/nativeWorld.cases.ts'
import type { Address } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { mainnet, regtest, testnet } from '../protocol/networks/definitions.ts'
import type { Network } from '../protocol/networks/network.ts'
import { type Rules, rulesAt } from '../protocol/networks/rules.ts'
import { activationsOf, type RuleName } from '../protocol/networks/ruleTable.ts'
import type { State } from '../state/state.ts'
import {
  bridgeCall,
  type CallOptions,
  type CallResult,
  callBridge,
  contextOf,
  inputFor,
  person,
  storedCell,
  stranger,
} from './bridgeWorld.cases.ts'
import { newFederationUtxos } from './cells/utxos.ts'
import { constantsOf } from './constants/constantsOf.ts'
import { cellStore } from './context/bridgeContext.ts'
import { activationAge } from './context/currentFederations.ts'
import { memberAccount } from './federation/member.ts'
import { paymentScript, redeemScript } from './federation/redeemScript.ts'
import { newFormat } from './federationChange/commit.ts'
import { isWithinLockingCap } from './governance/lockingCap.ts'
import { minimumPegin } from './pegin/coins.ts'
import { migrationPeriod } from './pegout/migration.ts'
import { type Argument, encodeArguments } from './pegScenario.cases.ts'
import { transactionVersion } from './wallet/pegoutTransaction.ts'

/* Decisions that depend on the height: in the last block before a rule and in its first. */

interface Situation {
  readonly network: Network
  readonly rules: Rules
}

/** The answers one block below the activation and at it; on regtest every rule is active from the start. */
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
const firstMember = (network: Network): Address =>
  memberAccount(constantsOf(network).genesisFederation.members[0]!)

describe('the format of new federations', () => {
  const format = ({ rules }: Situation) => newFormat(rules)

  it('changes with RSKIP201, RSKIP353 and RSKIP305 on the public networks', () => {
    for (const network of [mainnet, testnet]) {
      expect(around(network, 'rskip201', format)).toEqual(['standard', 'non-standard-erp'])
      expect(around(network, 'rskip353', format)).toEqual(['non-standard-erp', 'p2sh-erp'])
      expect(around(network, 'rskip305', format)).toEqual(['p2sh-erp', 'p2sh-p2wsh-erp'])
    }
  })

  it('is the newest format on regtest', () => {
    expect(format({ network: regtest, rules: rulesAt(regtest, 0) })).toBe('p2sh-p2wsh-erp')
  })
})

describe('the waiting time in a script with emergency keys', () => {
  const script =
    (network: Network) =>
    ({ rules }: Situation) => {
      const constants = constantsOf(network)
      const federation = { ...constants.genesisFederation, format: 'non-standard-erp' as const }
      return toHexDigits(redeemScript(federation, { constants, rules }))
    }

  it('is big-endian before RSKIP293', () => {
    const [below, at] = around(mainnet, 'rskip293', script(mainnet))
    expect([below.includes('6702cd50b275'), at.includes('670350cd00b275')]).toEqual([true, true])
  })

  it('is part of a fixed script on testnet before RSKIP284', () => {
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

  it('migration lasts longer between RSKIP357 and RSKIP374, only on mainnet', () => {
    const length = (situation: Situation) => {
      const { begin, end } = migrationPeriod(constantsAndRules(situation))
      return end - begin
    }
    expect(around(mainnet, 'rskip357', length)).toEqual([10_585, 172_800])
    expect(around(mainnet, 'rskip374', length)).toEqual([172_800, 10_585])
    expect(around(testnet, 'rskip357', length)).toEqual([840, 840])
    expect(around(regtest, 'rskip374', length)).toEqual([135, 135])
  })

  it('the minimum of peg-ins is halved by RSKIP219', () => {
    for (const network of networks) {
      const minimum = (situation: Situation) => minimumPegin(constantsAndRules(situation))
      expect(around(network, 'rskip219', minimum)).toEqual([1_000_000n, 500_000n])
    }
  })

  it('transactions have version 2 from RSKIP201 on', () => {
    for (const network of networks) {
      expect(around(network, 'rskip201', ({ rules }) => transactionVersion(rules))).toEqual([1, 2])
    }
  })

  it('the locking cap applies from RSKIP134 on', () => {
    for (const network of networks) {
      const fits = ({ rules }: Situation) => isWithinLockingCap(bridgeCall({ network, rules }), 1n)
      // For an empty Bridge all bitcoins are already pegged in.
      expect(around(network, 'rskip134', fits)).toEqual([true, false])
    }
  })
})

describe('the coins of the newest federation', () => {
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

  it('stay in the same cell on other networks', () => {
    for (const network of [mainnet, regtest]) {
      expect(around(network, 'rskip284', cellIn)).toEqual([cellNames[0], cellNames[0]])
      expect(around(network, 'rskip293', cellIn)).toEqual([cellNames[0], cellNames[0]])
    }
  })
})

describe('payments to a federation', () => {
  it('pay to its script, in the newest format to its witness program', () => {
    const situation = { network: regtest, rules: rulesAt(regtest, 1) }
    const context = constantsAndRules(situation)
    const { genesisFederation } = context.constants
    const legacy = paymentScript({ ...genesisFederation, format: 'p2sh-erp' }, context)
    const segwit = paymentScript(genesisFederation, context)
    expect(redeemScript({ ...genesisFederation, format: 'p2sh-erp' }, context)).toEqual(
      redeemScript(genesisFederation, context),
    )
    expect(legacy).not.toEqual(segwit)
  })
})

describe('callers and the effects of their calls', () => {
  interface Asked extends Situation {
    readonly state: State
  }

  interface Question extends Pick<CallOptions, 'kind' | 'value'> {
    readonly args?: readonly Argument[]
    readonly from?: Address
  }

  /** The outcome of a transaction to a Bridge with empty storage. */
  const outcomeOf =
    (signature: string, { args = [], from = stranger, value = 0n, kind }: Question = {}) =>
    ({ network, rules, state }: Asked): CallResult => {
      const context = contextOf({
        network,
        rules,
        height: 100,
        state,
        publicKey: person('anybody').publicKey,
      })
      const input = inputFor(signature, encodeArguments(...args))
      return callBridge(context, input, { caller: from, value, ...(kind && { kind }) })
    }

  const asked =
    <Answer>(ask: (asked: Asked) => Answer) =>
    (situation: Situation): Answer =>
      ask({ ...situation, state: emptyState() })

  const succeeds = (signature: string, question: Question = {}) =>
    asked((situation) => outcomeOf(signature, question)(situation).output !== undefined)

  const cellAfter = (signature: string, name: string, question: Question = {}) =>
    asked((situation) => {
      outcomeOf(signature, question)(situation)
      return toHexDigits(storedCell(situation.state, cellKey(name)))
    })

  const register = 'registerBtcTransaction(bytes,int256,bytes)'

  it('every account may send headers between RSKIP124 and RSKIP200', () => {
    const headers = succeeds('receiveHeaders(bytes[])', { args: [[]] })
    expect(around(mainnet, 'rskip124', headers)).toEqual([false, true])
    expect(around(testnet, 'rskip124', headers)).toEqual([true, true])
    for (const network of networks) expect(around(network, 'rskip200', headers)).toEqual([true, false])
  })

  it('every account may register transactions from RSKIP199 on', () => {
    const registers = succeeds(register, { args: [new Uint8Array(60), -1n, new Uint8Array(0)] })
    for (const network of networks) expect(around(network, 'rskip199', registers)).toEqual([false, true])
  })

  it('contracts reach the Bridge from RSKIP88 on', () => {
    const asksFee = succeeds('voteFeePerKbChange(int256)', { args: [1n], kind: 'call' })
    expect(around(mainnet, 'rskip88', asksFee)).toEqual([false, true])
    expect(around(regtest, 'rskip88', asksFee)).toEqual([false, true])
  })

  it('requests of contracts are rejected with an event from RSKIP185 on', () => {
    const releases = succeeds('releaseBtc()', { kind: 'call', value: 10n ** 18n })
    expect(around(regtest, 'rskip185', releases)).toEqual([false, true])
    // On the public networks RSKIP197 was activated with it, so methods without an output fail until RSKIP417.
    for (const network of [mainnet, testnet]) {
      expect(around(network, 'rskip185', releases)).toEqual([false, false])
      expect(around(network, 'rskip417', releases)).toEqual([false, true])
    }
  })

  it('calls of contracts to methods without output fail until RSKIP150 and from RSKIP197 to RSKIP417', () => {
    const follows = succeeds('receiveHeaders(bytes[])', { args: [[]], kind: 'call' })
    const votes = succeeds('voteFeePerKbChange(int256)', { args: [1n], kind: 'call' })
    for (const network of [mainnet, testnet]) {
      expect(around(network, 'rskip150', follows)).toEqual([false, true])
      expect(around(network, 'rskip150', votes)).toEqual([true, true])
      expect(around(network, 'rskip197', follows)).toEqual([true, false])
      expect(around(network, 'rskip197', votes)).toEqual([true, true])
      const updates = succeeds('updateCollections()', { kind: 'call', from: firstMember(network) })
      expect(around(network, 'rskip197', updates)).toEqual([true, false])
      expect(around(network, 'rskip417', updates)).toEqual([false, true])
      expect(around(network, 'rskip150', succeeds('receiveHeaders(bytes[])', { args: [[]] }))).toEqual([
        true,
        true,
      ])
    }
  })

  it('DELEGATECALL and CALLCODE are refused from RSKIP417 on', () => {
    const votes = succeeds('voteFeePerKbChange(int256)', { args: [1n], kind: 'delegatecall' })
    for (const network of networks) expect(around(network, 'rskip417', votes)).toEqual([true, false])
  })

  it('the work of Bitcoin blocks is stored in 32 bytes from RSKIP454 on', () => {
    const length = asked((situation) => {
      outcomeOf('setLockWhitelistDisableBlockDelay(int256)', { args: [1n] })(situation)
      return storedCell(situation.state, cellKey('blockStoreChainHead')).length
    })
    for (const network of networks) expect(around(network, 'rskip454', length)).toEqual([96, 116])
  })

  it('a request is stored with its transaction hash from RSKIP146 on', () => {
    const question = { value: 10n ** 18n }
    const queue = cellAfter('releaseBtc()', 'releaseRequestQueueWithTxHash', question)
    for (const network of networks) {
      const [below, at] = around(network, 'rskip146', queue)
      expect([below, at.length]).toEqual(['', 2 * 61])
    }
  })

  it('a refused request returns the wei below a satoshi from RSKIP427 on', () => {
    const wei = 10n ** 10n + 7n
    const refund = asked((situation) => {
      outcomeOf('releaseBtc()', { value: wei })(situation)
      return situation.state.balance(stranger)
    })
    for (const network of networks) expect(around(network, 'rskip427', refund)).toEqual([10n ** 10n, wei])
    for (const network of networks) expect(around(network, 'rskip185', refund)[0]).toBe(0n)
  })
})
