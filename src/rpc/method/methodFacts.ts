import type { Later } from '../../primitives/work/later.ts'
import type { Result } from '../json/result.ts'
import type { Schema } from '../json/schema.ts'
import type { Parameter } from '../params/parameter.ts'
import type { Asks, BlockFinder } from './askedBlock.ts'
import type { ReadContext } from './context.ts'

/** Who may call a method. */
export type Access =
  | 'everyone'
  /** Everyone but web pages of other machines: it changes the chain of the machine's user or reveals keys. */
  | 'no-foreign-pages'
  /** Changes the node for other clients: on a public network, a key must grant the method by name or module. */
  | 'granted'
  /** Only gateways; for other clients it does not exist. */
  | 'gateways'

/** What a call does. A gateway chooses the node by it; only the first two may be sent again when a node fails. */
export type Effect =
  /** Reads the chain: every node that has the block gives the same answer. The effect of methods that declare `asks`. */
  | 'asks-chain'
  /** Asks what one node knows: its pool, peers or miner. */
  | 'asks-node'
  /** Changes one node, or uses its keys or its work for miners. */
  | 'uses-node'
  /** Changes a local chain, which may be shorter afterwards. */
  | 'changes-chain'
  /** Makes a filter, whose id the answer is. */
  | 'opens-filter'
  /** The same, and only this node answers the filter. */
  | 'opens-node-filter'
  /** Reads what a filter has found: the process that keeps the filter answers. */
  | 'polls-filter'
  /** Removes a filter. */
  | 'removes-filter'
  /** Exists only over connections that can push. */
  | 'subscribes'
  /** Submits the signed transaction in the first parameter. A gateway may send it to several nodes. */
  | 'submits-signed'
  /** The same, and answers its receipt when a block holds the transaction. */
  | 'submits-and-waits'
  /** Submits the transaction object in the first parameter, which this node signs. */
  | 'submits-unsigned'

/** What a node that is still syncing does with a call about a block that it does not have yet. */
export type UpstreamUse =
  /** Answers itself from the upstream's blocks, which it checks by their headers and proof of work. */
  | 'block'
  /** The same for a transaction, which may also be in the upstream's pool: it is checked by its hash. */
  | 'transaction'
  /** The same with the state of a block, if the upstream gives proofs; otherwise the upstream is trusted. */
  | 'state'
  /** Passes the call on: the upstream is trusted. */
  | 'trusted'
  /** Answers from what it has. */
  | 'never'

/** What a light client, which believes nothing but headers, makes of a call. */
export type LightUse =
  /** Reads headers, blocks, receipts and states, which hash to what the believed header says. */
  | 'proved'
  /** Executes here, on proved state. */
  | 'executed'
  /** Reads the receipts of all blocks whose bloom may have a log that is asked for. */
  | 'complete'
  /** Answers what it knows itself. */
  | 'own'
  /** Sends a transaction to all endpoints, and computes its hash. */
  | 'sent'
  /** Refuses, because nothing would prove the answer. */
  | 'refused'

/** What a method that does not say it offers on a light client. */
export function usualLightUse({
  effect,
  asks,
  upstream,
}: Pick<MethodFacts, 'effect' | 'asks' | 'upstream'>): LightUse {
  switch (effect) {
    case 'asks-chain':
      if (asks === 'nothing') return 'own'
      return upstream === 'never' ? 'refused' : 'proved'
    case 'opens-filter':
    case 'opens-node-filter':
    case 'polls-filter':
    case 'removes-filter':
    case 'subscribes':
      return 'complete'
    case 'submits-signed':
    case 'submits-and-waits':
      return 'sent'
    case 'asks-node':
    case 'uses-node':
    case 'changes-chain':
    case 'submits-unsigned':
      return 'refused'
  }
}

/** Whether a call only reads. A notification has no response, so such a call is skipped in one. */
export const isQuestion = ({ effect }: Pick<MethodFacts, 'effect'>): boolean =>
  effect === 'asks-chain' || effect === 'asks-node' || effect === 'polls-filter'

/** What every way of answering a call can decide by. */
export interface MethodFacts {
  readonly name: string
  readonly aliases: readonly string[]
  readonly summary: string
  readonly params: readonly Pick<Parameter<unknown>, 'name' | 'schema' | 'isRequired'>[]
  readonly result: Schema
  /** Units that a call costs at least (docs/prices.md); the cheapest calls cost 1. */
  readonly cost: number
  /** Calls take long by their nature and get the longer timeout. */
  readonly isLong: boolean
  readonly access: Access
  readonly effect: Effect
  readonly asks: Asks
  readonly askedBlock: BlockFinder
  readonly upstream: UpstreamUse
  readonly light: LightUse
}

/** A method whose calls may run in a reader thread too. An interface, because the declarations of the package name it. */
export interface ReadMethod extends MethodFacts {
  readonly placement: 'reader'
  call(params: unknown, context: ReadContext): Result
}

/** A call that can make others. */
export interface AskingCall {
  /** Calls a read for the client where reads run. */
  ask(method: ReadMethod, params: readonly unknown[]): Later<Result>
}
