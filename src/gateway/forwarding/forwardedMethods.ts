import type { AskedBlock } from '../../rpc/method/askedBlock.ts'
import type { Answer, Callable } from '../../rpc/method/callable.ts'
import type { Method } from '../../rpc/method/method.ts'
import { methods as allMethods } from '../../rpc/modules/methods.ts'
import { unsupportedMethods } from '../../rpc/modules/unsupported.ts'
import { type FoundMethod, Registry } from '../../rpc/registry/registry.ts'
import type { Lane } from '../nodes/nodeSocket.ts'
import type { GatewayContext } from './nodeCalls.ts'

/** A method of the nodes, as a gateway calls it. */
export type ForwardedMethod = Callable<GatewayContext> & Pick<Method, 'effect' | 'askedBlock'>

/** Maximum units of methods that read a few values: a node answers them in less than a millisecond. */
const maximumLightCost = 3

/** Maximum units of `eth_call` and of methods that answer with a block; most of these requests are light. */
const maximumCallCost = 10

/**
 * The shared connection of a call; undefined for one that needs its own. A reader asks its writer about pending transactions,
 * which takes longer.
 */
export function laneOf(
  { cost, isLong }: Pick<ForwardedMethod, 'cost' | 'isLong'>,
  { kind }: AskedBlock,
): Lane | undefined {
  if (cost > maximumCallCost || isLong || kind === 'pending') return undefined
  return cost <= maximumLightCost ? 'light' : 'calls'
}

/** Calls a method that must not be sent twice. */
export type CallElsewhere = (
  method: Pick<ForwardedMethod, 'effect' | 'isLong'>,
  name: string,
  params: unknown,
  context: GatewayContext,
) => Answer

/** The methods of the nodes by name and alias, with their prices. */
export class ForwardedMethods {
  readonly #methods: ReadonlyMap<string, FoundMethod<ForwardedMethod>>

  /** `disabled` are modules and methods that the gateway refuses. */
  constructor(disabled: Iterable<string>, callElsewhere: CallElsewhere) {
    const registry = new Registry(allMethods, { disabled, unsupported: unsupportedMethods })
    const answering = registry.answering.map(({ name, method }): [string, ForwardedMethod] => {
      const { cost, isLong, access, effect, askedBlock } = method
      const isRepeatable = effect === 'asks-chain' || effect === 'asks-node'
      const forwarded: ForwardedMethod = {
        ...{ cost, isLong, access, effect, askedBlock },
        placement: isRepeatable ? 'reader' : 'chain',
        call: (params, context) => callElsewhere(forwarded, name, params, context),
      }
      return [name, forwarded]
    })
    const names = [...allMethods.flatMap(({ name, aliases }) => [name, ...aliases]), ...unsupportedMethods]
    const unavailable = names.filter((name) => registry.find(name) === 'unavailable')
    this.#methods = new Map<string, FoundMethod<ForwardedMethod>>([
      ...unavailable.map((name): [string, 'unavailable'] => [name, 'unavailable']),
      ...answering,
    ])
  }

  find(name: string): FoundMethod<ForwardedMethod> {
    return this.#methods.get(name)
  }

  /** Undefined for a name that does not answer. */
  method(name: string): ForwardedMethod | undefined {
    const found = this.#methods.get(name)
    return found === 'unavailable' ? undefined : found
  }
}
