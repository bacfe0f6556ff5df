import type { LocalChain } from '../../../node/local/localChain.ts'
import { notAvailable } from '../../errors/errors.ts'
import { type AnyParameters, defineAction, type Method, type PartDefinition } from '../../method/method.ts'
import type { RpcContext } from '../../method/rpcContext.ts'
import type { RpcNode } from '../../node/rpcNode.ts'

/** A chain that is shared with peers cannot be mined or rewound by command. */
export function expectLocalChain({ local }: RpcNode, method: string): LocalChain {
  if (local === undefined) throw notAvailable(method)
  return local
}

/** A method that changes a local chain: not for web pages of other machines, and not available on other chains. */
export const defineLocalMethod = <const Parameters extends AnyParameters = readonly []>(
  definition: Omit<PartDefinition<Parameters, LocalChain, RpcContext>, 'effect'>,
): Method =>
  defineAction({
    ...definition,
    bound: 'own-chain',
    effect: 'changes-chain',
    access: 'no-foreign-pages',
    handler: (params, context) =>
      definition.handler(params, expectLocalChain(context.node, definition.name), context),
  })
