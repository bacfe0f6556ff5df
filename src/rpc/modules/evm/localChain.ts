import { notAvailable } from '../../errors/errors.ts'
import type { RpcLocalChain, RpcNode } from '../../node/rpcNode.ts'

/** A chain that is shared with others can be neither mined nor rewound by command. */
export function expectLocalChain({ local }: RpcNode, method: string): RpcLocalChain {
  if (local === undefined) throw notAvailable(method)
  return local
}
