import { bridgeContract } from '../../src/bridge/bridgeContract.ts'
import {
  type CallOptions,
  type CallResult,
  callBridge,
  contextOf,
  inputFor,
  person,
  storedCell,
  stranger,
} from '../../src/bridge/bridgeWorld.cases.ts'
import type { CellStore } from '../../src/bridge/cells/cell.ts'
import { constantsOf } from '../../src/bridge/constants/constantsOf.ts'
import { cellStore } from '../../src/bridge/context/bridgeContext.ts'
import * as federationEvents from '../../src/bridge/events/federationEvents.ts'
import * as peginEvents from '../../src/bridge/events/peginEvents.ts'
import * as pegoutEvents from '../../src/bridge/events/pegoutEvents.ts'
import { memberAccount } from '../../src/bridge/federation/member.ts'
import { type Argument, encodeArguments } from '../../src/bridge/pegScenario.cases.ts'
import type { Log } from '../../src/evm/log.ts'
import { cellKey } from '../../src/native/cellKey.ts'
import { emptyState } from '../../src/native/nativeWorld.cases.ts'
import type { Address } from '../../src/primitives/bytes.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import { toSignedBigInt } from '../../src/primitives/integers.ts'
import type { Network } from '../../src/protocol/networks/network.ts'
import type { State } from '../../src/state/state.ts'
import { type Gate, gate, type Moment } from './gate.ts'

/* A call of the Bridge in the block of a moment, with the constants of its network. */

export interface Question extends Pick<CallOptions, 'kind' | 'value'> {
  readonly args?: readonly Argument[]
  readonly from?: Address
  /** Whether it is a simulated call, which some methods require. */
  readonly isLocal?: boolean
  readonly state?: State
}

const { publicKey } = person('anybody')

const contextAt = ({ network, height }: Moment, { state, isLocal = false }: Question) =>
  contextOf({ network, height, publicKey, isLocalCall: isLocal, ...(state && { state }) })

export function askBridge(moment: Moment, signature: string, question: Question = {}): CallResult {
  const { args = [], from = stranger, kind = 'transaction', value = 0n } = question
  const input = inputFor(signature, encodeArguments(...args))
  return callBridge(contextAt(moment, question), input, { caller: from, kind, value })
}

/** The gas of a call. */
export const bridgeGas = (moment: Moment, signature: string, ...args: readonly Argument[]): number =>
  bridgeContract(contextAt(moment, {})).gas(inputFor(signature, encodeArguments(...args)))

export const succeeds = (moment: Moment, signature: string, question?: Question): boolean =>
  askBridge(moment, signature, question).output !== undefined

/** Undefined when there is no such method: before RSKIP88 the answer is then empty, later the call fails. */
export function integerAnswer(moment: Moment, signature: string, question?: Question): bigint | undefined {
  const { output } = askBridge(moment, signature, question)
  return output === undefined || output.length === 0 ? undefined : toSignedBigInt(output.subarray(0, 32))
}

/** A method that the rule brings, with the first word of its answer. */
export const methodGate = (
  rule: Gate['rule'],
  network: Network,
  signature: string,
  answer: bigint,
  question?: Question,
): Gate =>
  gate({
    rule,
    network,
    shows: `the method ${signature} exists`,
    before: undefined,
    at: answer,
    probe: (moment): bigint | undefined => integerAnswer(moment, signature, question),
  })

/** A cell of the Bridge as hex digits, empty when it does not exist. */
export const cellOf = (state: State, name: string): string => toHexDigits(storedCell(state, cellKey(name)))

/** The state after a call. */
export function stateAfter(moment: Moment, signature: string, question: Question = {}): State {
  const state = question.state ?? emptyState()
  askBridge(moment, signature, { ...question, state })
  return state
}

/** For writing cells as the Bridge writes them at that height. */
export const storeOf = ({ network, height }: Moment, state: State): CellStore =>
  cellStore(contextOf({ network, height, state }))

/** A member of the network's first federation. */
export const firstMember = (network: Network): Address =>
  memberAccount(constantsOf(network).genesisFederation.members[0]!)

const eventNames = new Map(
  Object.entries({ ...federationEvents, ...peginEvents, ...pegoutEvents }).map(([name, { topic }]) => [
    toHexDigits(topic),
    name,
  ]),
)

/** The names of events; one that is older than RSKIP146 names itself in ASCII. */
export const namesOf = (logs: readonly Log[]): readonly string[] =>
  logs.map(({ topics }) => {
    const topic = topics[0]!
    const name = eventNames.get(toHexDigits(topic))
    return name ?? String.fromCharCode(...topic.filter((byte) => byte !== 0))
  })
