import type { NodeMining } from '../../../node/services/nodeMining.ts'
import { notAvailable } from '../../errors/errors.ts'
import { type AnyParameters, defineAction, type Method, type PartDefinition } from '../../method/method.ts'

/** A method for miners: it uses this node's work, and is not available on a node that cannot mine. */
export const defineMiningMethod = <const Parameters extends AnyParameters = readonly []>(
  definition: Omit<PartDefinition<Parameters, NodeMining>, 'effect'>,
): Method =>
  defineAction({
    ...definition,
    bound: 'block',
    effect: 'uses-node',
    access: 'everyone',
    handler(params, context) {
      const { mining } = context.node
      if (mining === undefined) throw notAvailable(definition.name)
      return definition.handler(params, mining, context)
    },
  })
