import type { EvmHost } from '../../../execution/host/evmHost.ts'
import { toHex } from '../../../primitives/hex.ts'
import { traceNotFound } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { optional, required } from '../../params/parameter.ts'
import { tracerOptions } from './tracerOptions.ts'

export const debugIntermediateRoots = defineRead({
  name: 'debug_intermediateRoots',
  summary: 'Executes a block again and answers the root of the state after each of its transactions.',
  params: [required('blockHash', blockHash), optional('options', tracerOptions, undefined)],
  result: schema.arrayOf(schema.hash),
  cost: 100,
  upstream: 'never',
  isLong: true,
  handler([hash], context) {
    const { chain } = context.node
    const block = chain.block(hash)
    if (block === undefined) throw traceNotFound(`block ${toHex(hash)} not found`)
    const { length } = block.transactions
    if (block.number === 0 || length === 0) return []
    const roots: string[] = []
    let host: EvmHost | undefined
    const addRoot = (): void => {
      if (host !== undefined) roots.push(toHex(host.state.commit().hash()))
    }
    const watch = (_: number, at: EvmHost): undefined => {
      addRoot()
      host = at
    }
    for (const { gasUsed } of chain.reexecution.steps(block, {
      last: length - 1,
      watch,
      interrupt: context.isOver,
    })) {
      context.work.addGas(gasUsed, 1)
    }
    addRoot()
    return roots
  },
})
