import { describe, expect, it } from 'vitest'
import { decodeTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { int256 } from '../../native/abi/types.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { asAddress, equalBytes } from '../../primitives/bytes.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { testnet } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { callBridge, contextOf, inputFor, person } from '../bridgeWorld.cases.ts'
import { newFederation } from '../cells/federations.ts'
import { nextPegoutHeight, releaseRequests, unconfirmedPegouts } from '../cells/pegouts.ts'
import { newFederationUtxos } from '../cells/utxos.ts'
import { testnetBridge } from '../constants/testnet.ts'
import { cellStore } from '../context/bridgeContext.ts'
import { batchPegoutCreated, releaseRequested } from '../events/pegoutEvents.ts'
import { memberAccount } from '../federation/member.ts'
import { federationAddress, paymentScript } from '../federation/redeemScript.ts'
import { PegScenario, weiOf } from '../pegScenario.cases.ts'
import { pegIn } from '../pegSteps.cases.ts'

const federator = person('federator1')
const burned = asAddress(new Uint8Array(20).fill(0xff))

describe('a batch that is too large for one transaction', () => {
  // An output takes 34 bytes, and a transaction without scripts and witnesses may have 100,000.
  const requestCount = 3_000
  const amount = 300_000n
  const total = BigInt(requestCount) * amount

  function scenarioWithRequests() {
    const scenario = new PegScenario()
    pegIn(scenario, 2n * total)
    const store = cellStore(contextOf({ state: scenario.state, rules: scenario.rules }))
    const requests = Array.from({ length: requestCount }, (_, index) => ({
      destination: wordBytes(BigInt(index)).subarray(12),
      amount,
      transactionHash: wordBytes(BigInt(1_000_000 + index)),
    }))
    releaseRequests.write(store, requests)
    const update = () => {
      const { logs } = scenario.send(federator, inputFor('updateCollections()'), 0n)
      const log = (topic: Uint8Array) => logs.find(({ topics }) => equalBytes(topics[0]!, topic))
      return { requested: log(releaseRequested.topic), batch: log(batchPegoutCreated.topic) }
    }
    return { scenario, store, update }
  }

  it('pays the first half of the requests, and the others in the next call', () => {
    const { scenario, store, update } = scenarioWithRequests()
    const { batch } = update()
    expect(int256.decode(batch!.data, 32)).toBe(32n * 1_500n)
    const left = releaseRequests.read(store)
    expect(left).toHaveLength(1_500)
    expect(left[0]!.transactionHash).toEqual(wordBytes(1_001_500n))
    expect(nextPegoutHeight.read(store)).toBe(0)
    const [paid] = unconfirmedPegouts.read(store)
    expect(decodeTransaction(paid!.transaction).outputs).toHaveLength(1_501)

    // The change of the first batch does not return before it is registered; another coin pays the rest.
    pegIn(scenario, total, 1)
    update()
    expect(releaseRequests.read(store)).toEqual([])
    expect(nextPegoutHeight.read(store)).toBe(scenario.height + 50)
  })

  it('states the total of all requests and burns the part that was not paid', () => {
    const { scenario, update } = scenarioWithRequests()
    const { requested } = update()
    expect(int256.decode(requested!.data, 0)).toBe(total)
    expect(scenario.balance(burned)).toBe(weiOf(total / 2n))
  })
})

describe('a federation with testnet’s fixed script', () => {
  const height = 2_060_500
  const rules = rulesAt(testnet, height)
  const federation = {
    ...testnetBridge.genesisFederation,
    format: 'non-standard-erp' as const,
    creationBlock: 1,
  }
  const script = { constants: testnetBridge, rules }
  const other = { ...federation, members: federation.members.slice(1) }

  it('has the same address whatever its members, until RSKIP284', () => {
    expect(federationAddress(federation, script)).toBe(federationAddress(other, script))
    const later = { ...script, rules: { ...rules, rskip284: true } }
    expect(federationAddress(federation, later)).not.toBe(federationAddress(other, later))
  })

  it('cannot spend: the call that has to pay a request fails', () => {
    const update = (requests: Parameters<typeof releaseRequests.write>[1]) => {
      const state = emptyState()
      const caller = memberAccount(federation.members[0]!)
      const context = contextOf({ network: testnet, height, rules, state, sender: caller })
      const store = cellStore(context)
      newFederation.write(store, federation)
      newFederationUtxos.write(store, [
        {
          value: 100_000_000n,
          script: paymentScript(federation, script),
          transactionId: new Uint8Array(32).fill(1),
          outputIndex: 0,
          isCoinbase: false,
        },
      ])
      releaseRequests.write(store, requests)
      return callBridge(context, inputFor('updateCollections()'), { caller }).output !== undefined
    }
    const request = {
      destination: new Uint8Array(20),
      amount: 1_000_000n,
      transactionHash: new Uint8Array(32),
    }
    expect(update([])).toBe(true)
    expect(update([request])).toBe(false)
  })
})
