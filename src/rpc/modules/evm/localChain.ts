import { notAvailable } from '../../errors/errors.ts'
import type { RpcLocalChain, RpcNode } from '../../node/rpcNode.ts'

/** A chain that is shared with peers cannot be mined or rewound by command. */
export function expectLocalChain({ local }: RpcNode, method: string): RpcLocalChain {
  if (local === undefined) throw notAvailable(method)
  return local
}
