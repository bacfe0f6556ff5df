import { describe, expect, it } from 'vitest'
import { cellKey } from '../../native/cellKey.ts'
import { emptyState } from '../../native/nativeWorld.cases.ts'
import { asciiBytes } from '../../primitives/bytes.ts'
import { toHex, toHexDigits } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import { mainnet } from '../../protocol/networks/definitions.ts'
import type { State } from '../../state/state.ts'
import { callBridge, contextOf, inputFor, person, storedCell } from '../bridgeWorld.cases.ts'
import { mainnetBridge } from '../constants/mainnet.ts'
import { memberAccount } from '../federation/member.ts'

const federator = person('federator2').address
const input = inputFor('updateCollections()')
const update = (state: State, height = 100, caller = federator) =>
  callBridge(contextOf({ state, height }), input, { caller })

const cells = (state: State) => (name: string) => toHexDigits(storedCell(state, cellKey(name)))
const store = (state: State, name: string, value: Uint8Array): void =>
  state.setStorage(bridgeAddress, cellKey(name), value)

describe('updateCollections', () => {
  it('fails for callers outside the federation', () => {
    expect(update(emptyState(), 100, person('cow').address)).toEqual({ output: undefined, logs: [] })
  })

  it('writes its cells even when there is no work', () => {
    const state = emptyState()
    const { logs } = update(state)
    expect(logs.map(({ topics }) => topics.map(toHex))).toEqual([
      ['0x1069152f4f916cbf155ee32a695d92258481944edb5b6fd649718fc1b43e515e'],
    ])
    const names = [
      'newFederationBtcUTXOs',
      'releaseRequestQueue',
      'releaseRequestQueueWithTxHash',
      'releaseTransactionSet',
      'releaseTransactionSetWithTxHash',
      'rskTxsWaitingFS',
    ]
    expect(names.map(cells(state))).toEqual(names.map(() => 'c0'))
    expect(cells(state)('nextPegoutHeight')).toBe('8196')
    expect(['oldFederationBtcUTXOs', 'feePerKb', 'newFederation'].map(cells(state))).toEqual(['', '', ''])
  })

  it('does not postpone the next batch before it is due', () => {
    const state = emptyState()
    update(state, 100)
    update(state, 149)
    expect(cells(state)('nextPegoutHeight')).toBe('8196')
    update(state, 150)
    expect(cells(state)('nextPegoutHeight')).toBe('81c8')
  })

  it('keeps requests that the coins do not cover', () => {
    const state = emptyState()
    const request = encodeRlp([new Uint8Array(20), unsignedBytes(500_000), new Uint8Array(32)])
    store(state, 'releaseRequestQueueWithTxHash', request)
    expect(update(state).output).toBeDefined()
    expect(cells(state)('releaseRequestQueueWithTxHash')).toBe(toHexDigits(request))
    expect(cells(state)('nextPegoutHeight')).toBe('80')
  })

  it('stores the creation height of a newly active federation (RSKIP186)', () => {
    const state = emptyState()
    store(state, 'nextFedCreationBlockHeight', encodeRlp(unsignedBytes(50)))
    update(state, 199)
    expect(cells(state)('nextFedCreationBlockHeight')).toBe('32')
    update(state, 200)
    expect(cells(state)('nextFedCreationBlockHeight')).toBe('')
    expect(cells(state)('activeFedCreationBlockHeight')).toBe('32')
  })

  it('emits an RLP event before RSKIP146', () => {
    const caller = memberAccount(mainnetBridge.genesisFederation.members[0]!)
    const context = contextOf({ network: mainnet, height: 2_392_699 })
    const { logs } = callBridge(context, input, { caller })
    expect(logs).toHaveLength(1)
    expect(toHexDigits(logs[0]!.topics[0]!)).toBe(
      toHexDigits(asciiBytes('update_collections_topic')).padStart(64, '0'),
    )
    expect(toHexDigits(logs[0]!.data)).toBe(`94${toHexDigits(caller)}`)
  })
})
