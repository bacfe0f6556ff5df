import { notAvailable } from '../../errors/errors.ts'
import type { Answer } from '../../method/callable.ts'
import {
  type AnyParameters,
  type CommonDefinition,
  type Decoded,
  defineMethod,
  type Method,
} from '../../method/method.ts'
import type { RpcLocalChain, RpcNode } from '../../node/rpcNode.ts'

/** A chain that is shared with peers cannot be mined or rewound by command. */
export function expectLocalChain({ local }: RpcNode, method: string): RpcLocalChain {
  if (local === undefined) throw notAvailable(method)
  return local
}

interface LocalDefinition<Parameters extends AnyParameters>
  extends Omit<CommonDefinition<Parameters>, 'access'> {
  handler(params: Decoded<Parameters>, local: RpcLocalChain): Answer
}

/** A method that changes a local chain: not for web pages of other machines, and not available on other chains. */
export const defineLocalMethod = <const Parameters extends AnyParameters>(
  definition: LocalDefinition<Parameters>,
): Method =>
  defineMethod({
    ...definition,
    effect: 'changes-chain',
    access: 'no-foreign-pages',
    handler: (params, { node }) => definition.handler(params, expectLocalChain(node, definition.name)),
  })
